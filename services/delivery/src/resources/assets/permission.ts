import { imageSigningText, isImageSignature, parseImageSignature } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import { parseRendition, type RenditionRequest } from '@vitrine/imaging'
import type { ImageRules } from '../image-rules/repository.js'
import type { ImageRulesService } from '../image-rules/service.js'
import { type ImageQuery, isAlwaysAllowed } from './image-query.js'
import type { DeliveredAsset } from './repository.js'

type Address = { projectId: string; assetId: string }

/** Whether presets or signing keys decide on the answer. */
export const needsRules = (query: ImageQuery, asset: DeliveredAsset): boolean =>
  query.preset !== null || needsSignature(query, asset)

const needsSignature = (query: ImageQuery, { transformations, width }: DeliveredAsset): boolean =>
  transformations === 'signed' && !isAlwaysAllowed(query, width)

/**
 * Checks the project's setting `transformations`.
 *
 * @param rules if they are needed.
 * @throws AppError TRANSFORMATION_REFUSED, PRESET_NOT_FOUND.
 */
export function permittedRequest(
  address: Address,
  query: ImageQuery,
  asset: DeliveredAsset,
  { rules, secretOf }: { rules: ImageRules | null; secretOf: ImageRulesService['secretOf'] },
): RenditionRequest {
  const { preset, sent } = query
  if (needsSignature(query, asset)) {
    const { id, mac } = parseImageSignature(sent.s) ?? refuse(unsigned)
    const secret = rules && secretOf(address.projectId, rules, id)
    if (secret === null) return refuse(unsigned)
    if (!isImageSignature(mac, secret, imageSigningText(address, sent))) refuse(unsigned)
  } else if (asset.transformations === 'listed' && preset === null) {
    if (!isAlwaysAllowed(query, asset.width)) refuse(unlisted)
  }
  if (preset === null) return query.request
  const found = rules?.presets.find(({ name }) => name === preset)
  if (found === undefined) throw new AppError('PRESET_NOT_FOUND', 'There is no such preset.')
  return parseRendition(found, query.accept)
}

/** @throws AppError TRANSFORMATION_REFUSED from `exp` on. */
export function requireUnexpired(expiresAtMs: number, nowMs: number): void {
  if (nowMs >= expiresAtMs) refuse('This address has expired.')
}

const embedSizes =
  'the original, or w of 320, 480, 640, 960, 1280, 1920 or the width of the original'
const unlisted = `This project allows no such rendition. Ask for a preset, ${embedSizes}.`
const unsigned = `This project allows such a rendition with a valid signature only. Without one, ask for ${embedSizes}.`

function refuse(message: string): never {
  throw new AppError('TRANSFORMATION_REFUSED', message)
}
