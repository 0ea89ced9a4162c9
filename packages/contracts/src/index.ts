export { type ApiKey, createApiKey, hashApiKey, isWellFormedApiKey } from './api-key.js'
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
export { shownFilename } from './filenames.js'
export {
  type ChecksumVerdict,
  createObjectChecksums,
  type ObjectChecksums,
  type ObjectContent,
} from './object-checksums.js'
export {
  assetObjects,
  type EmbedScript,
  embedPartsObject,
  embedScript,
  embedScriptObjects,
  mezzanineObject,
  originalObject,
  projectObjects,
  renditionObject,
  renditionObjects,
} from './object-keys.js'
export {
  allowedOrigin,
  isFromAllowedOrigin,
  maxAllowedOrigins,
  type OriginHeaders,
} from './origins.js'
export { type PrefixedSecret, prefixedSecrets } from './prefixed-secret.js'
export { maxSlugLength, slugPattern } from './slug.js'
export { tags } from './tags.js'
export { checkConfig, checkTheme } from './widgets/check.js'
export { configSettings } from './widgets/config.js'
export { type Layout, layouts, maxWidgetAssets, maxWidgetJsonBytes } from './widgets/layouts.js'
export type { Setting } from './widgets/setting.js'
export { themeSettings } from './widgets/theme.js'
