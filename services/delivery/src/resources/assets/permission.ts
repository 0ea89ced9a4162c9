import {
  type AssetSignatures,
  imageSigningText,
  isImageSignature,
  parseImageSignature,
  publicSize,
} from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import {
  isMarkedAt,
  type Plan,
  parseRendition,
  plan,
  planOf,
  type RenditionRequest,
  withMark,
} from '@vitrine/imaging'
import type { ImageRules } from '../image-rules/repository.js'
import type { ImageRulesService } from '../image-rules/service.js'
import { type ImageQuery, isAlwaysAllowed } from './image-query.js'
import type { DeliveredAsset } from './repository.js'

type Address = { projectId: string; assetId: string }

/** What a permitted address gives: the original if `plan` is null, otherwise a rendition. */
export type Permitted = { request: RenditionRequest; plan: Plan | null }

type Keys = {
  /** The project's presets and signing keys, if they are needed. */
  rules: ImageRules | null
  secretOf: ImageRulesService['secretOf']
  signatures: AssetSignatures
}

/** Whether presets or the project's signing keys decide on the answer. */
export const needsRules = ({ preset, sent }: ImageQuery, asset: DeliveredAsset): boolean =>
  preset !== null ||
  ((asset.transformations === 'signed' || asset.originals === 'signed' || asset.mark !== null) &&
    parseImageSignature(sent.s) !== null)

/**
 * Checks the project's settings `transformations`, `originals` and `maxPublicWidth`, and adds its watermark to what has
 * no signature.
 *
 * @throws AppError TRANSFORMATION_REFUSED, ORIGINAL_PRIVATE, PRESET_NOT_FOUND.
 */
export function permitted(
  address: Address,
  query: ImageQuery,
  asset: DeliveredAsset,
  keys: Keys,
): Permitted {
  const refusal = transformationRefusal(query, asset)
  const isSigned = () => hasSignature(address, query, keys)
  if (refusal !== null && !(refusal.endsBySignature && isSigned())) {
    throw new AppError('TRANSFORMATION_REFUSED', refusal.message)
  }
  const request = requestOf(query, keys.rules)
  const chosen = plan(request, asset)
  const shown = publicPlan(request, chosen, query, asset)
  if (shown === chosen || isSigned()) return { request, plan: chosen }
  if (shown === 'private') throw new AppError('ORIGINAL_PRIVATE', privateMessage(asset))
  return { request, plan: shown }
}

/**
 * What anyone may see instead of the chosen rendition, or of the original, which is null. The size of the result decides,
 * not the parameters, so that no spelling makes a difference.
 */
function publicPlan(
  request: RenditionRequest,
  chosen: Plan | null,
  { describesRendition }: ImageQuery,
  asset: DeliveredAsset,
): Plan | null | 'private' {
  const mark = asset.mark?.mark ?? null
  if (asset.originals === 'public') {
    if (mark === null || !isMarkedAt(chosen ?? asset, mark)) return chosen
    return withMark(chosen ?? planOf(request, asset), mark)
  }
  // A small picture may be the answer to a size or a preset as it is. Its pixels are public, its file is not.
  const shown = chosen === null && describesRendition ? planOf(request, asset) : chosen
  return shown !== null && isWithin(shown, asset.maxPublicWidth) ? withMark(shown, mark) : 'private'
}

const isWithin = ({ width, height }: Plan, bound: number): boolean =>
  width <= bound && height <= bound

const privateMessage = (asset: DeliveredAsset): string =>
  `This project gives the original, and more than ${asset.maxPublicWidth} pixels, to signed addresses only. Without a signature, ask for w=${publicSize(asset, asset).width} or less.`

function requestOf({ preset, request, accept }: ImageQuery, rules: ImageRules | null) {
  if (preset === null) return request
  const found = rules?.presets.find(({ name }) => name === preset)
  if (found === undefined) throw new AppError('PRESET_NOT_FOUND', 'There is no such preset.')
  return parseRendition(found, accept)
}

type Refusal = { message: string; endsBySignature: boolean }

function transformationRefusal(query: ImageQuery, asset: DeliveredAsset): Refusal | null {
  const { transformations } = asset
  if (transformations === 'any') return null
  if (transformations === 'listed' && query.preset !== null) return null
  if (isAlwaysAllowed(query, [asset.width, publicSize(asset, asset).width])) return null
  const endsBySignature = transformations === 'signed' || asset.originals === 'signed'
  return { message: endsBySignature ? unsigned(asset) : unlisted(asset), endsBySignature }
}

/** By a key of the project, or by the services themselves. */
function hasSignature(address: Address, { sent }: ImageQuery, keys: Keys): boolean {
  if (keys.signatures.isValid(address, sent)) return true
  const { id, mac } = parseImageSignature(sent.s) ?? {}
  if (id === undefined || mac === undefined || keys.rules === null) return false
  const secret = keys.secretOf(address.projectId, keys.rules, id)
  return secret !== null && isImageSignature(mac, secret, imageSigningText(address, sent))
}

/** @throws AppError TRANSFORMATION_REFUSED from `exp` on. */
export function requireUnexpired(expiresAtMs: number, nowMs: number): void {
  if (nowMs >= expiresAtMs) {
    throw new AppError('TRANSFORMATION_REFUSED', 'This address has expired.')
  }
}

const embedSizes = (asset: DeliveredAsset): string =>
  asset.originals === 'public'
    ? 'the original, or w of 320, 480, 640, 960, 1280, 1920 or the width of the original'
    : `w of 320, 480, 640, 960, 1280, 1920 or ${publicSize(asset, asset).width}`
const unlisted = (asset: DeliveredAsset): string =>
  `This project allows no such rendition. Ask for a preset, ${embedSizes(asset)}.`
const unsigned = (asset: DeliveredAsset): string =>
  `This project allows such a rendition with a valid signature only. Without one, ask for ${embedSizes(asset)}.`
