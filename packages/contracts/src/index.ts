export { type ApiKey, createApiKey, hashApiKey, isWellFormedApiKey } from './api-key.js'
export { assetAddress } from './asset-address.js'
export { type AssetSignatures, createAssetSignatures } from './asset-signature.js'
export { hasBidiControls, withoutBidiControls } from './bidi-controls.js'
export { cacheTagHeaders, cacheTags, cacheTagsOf } from './cache-tags.js'
export {
  type Ack,
  type AuditReport,
  type AuditRequest,
  type Change,
  type ChangeNotification,
  decodeAck,
  decodeAuditReport,
  decodeAuditRequest,
  decodeChangeNotification,
  type Topic,
  topics,
} from './changes.js'
export { embedWidths, embedWidthsOf } from './embed-renditions.js'
export {
  decodeEventBatch,
  type EventCount,
  encodeEventBatch,
  eventLimits,
  eventStreamOf,
  eventStreams,
  eventTypes,
  type WidgetEvents,
} from './events.js'
export {
  imageSignature,
  imageSigningText,
  isImageSignature,
  parseImageSignature,
} from './image-signature.js'
export { createObjectChecksums, type ObjectChecksums } from './object-checksums.js'
export {
  type AssetObject,
  assetObjects,
  consoleBuildObject,
  consoleFileObject,
  embedPartsObject,
  embedScript,
  embedScriptObjects,
  type FileKey,
  fileObjects,
  mezzanineObject,
  originalObject,
  parseAssetObject,
  projectObjects,
  renditionObject,
  renditionObjects,
} from './object-keys.js'
export {
  type Exposure,
  type OriginalsRule,
  originalsRules,
  publicSize,
  publicWidthBounds,
} from './originals.js'
export {
  allowedOrigin,
  isFromAllowedOrigin,
  maxAllowedOrigins,
  type OriginHeaders,
} from './origins.js'
export { prefixedSecrets } from './prefixed-secret.js'
export {
  createSigningKeyCipher,
  createSigningSecret,
  type SigningKeyCipher,
  signingKeyId,
  signingKeyIdPattern,
  signingKeyNumber,
} from './signing-key.js'
export { isSlug, maxSlugLength, slugPattern } from './slug.js'
export { tags } from './tags.js'
export { type TransformationRule, transformationRules } from './transformations.js'
export {
  type Watermark,
  type WatermarkPosition,
  watermarkBounds,
  watermarkDefaults,
  watermarkPositions,
} from './watermark.js'
export {
  linkDescription,
  linkPattern,
  maxAddressLength,
  webDescription,
  webPattern,
} from './widgets/addresses.js'
export {
  checkConfig,
  checkTheme,
  unknownConfigKeys,
  unknownThemeKeys,
} from './widgets/check.js'
export { configSettings } from './widgets/config.js'
export { type Layout, layouts, maxWidgetAssets, maxWidgetJsonBytes } from './widgets/layouts.js'
export { publicTags } from './widgets/public-tags.js'
export type { Setting } from './widgets/setting.js'
export { themeSettings } from './widgets/theme.js'
