import { embedWidths } from '@vitrine/contracts'
import { AppError, type ErrorDetail } from '@vitrine/contracts/errors'
import { parseRendition, type RenditionRequest } from '@vitrine/imaging'
import { assetNotFound } from './lost.js'

type Query = Readonly<Record<string, unknown>>

/** The parsed parameters of an image address. */
export type ImageQuery = {
  /** The text that was sent. */
  sent: Query
  accept: string | undefined
  /** The rendition that is described by parameters; with a preset, of none. */
  request: RenditionRequest
  preset: string | null
  /** The requested version; null if the address names none. */
  version: number | null
  /** From then on the address is refused. */
  expiresAtMs: number | null
  /** `plain`: no parameters. `sized`: only a width and perhaps a negotiable format, as the embed sends. */
  kind: 'plain' | 'sized' | 'other'
  /** Whether it names a preset or a parameter of a rendition. */
  describesRendition: boolean
}

const imageParameters = ['w', 'h', 'fit', 'format', 'q', 'dpr', 'gravity']

type Sent = { url: string; query: unknown; headers: { accept?: string | undefined } }

/**
 * @throws AppError VALIDATION_FAILED that names every invalid parameter, ASSET_NOT_FOUND for a malformed
 *   version.
 */
export function parseImageQuery(request: Sent): ImageQuery {
  const sent = sentParameters(request)
  const { accept } = request.headers
  const details: ErrorDetail[] = [...presetProblems(sent), ...expiryProblems(sent)]
  if (details.length > 0) {
    const summary = details.map(({ field, message }) => `${field} ${message}`).join('; ')
    throw new AppError('VALIDATION_FAILED', `Bad image parameters: ${summary}.`, { details })
  }
  const { preset, exp } = sent as { preset?: string; exp?: string }
  return {
    sent,
    accept,
    request: parseRendition(sent, accept),
    preset: preset ?? null,
    version: parseVersion(sent.v),
    expiresAtMs: exp === undefined ? null : Number(exp) * 1000,
    kind: kindOf(sent),
    describesRendition: [...imageParameters, 'preset'].some((name) => sent[name] !== undefined),
  }
}

/** The last second of the year 9999. Milliseconds, a common mistake, are beyond it. */
const maxUnixSeconds = 253_402_300_799

function expiryProblems({ exp }: Query): ErrorDetail[] {
  if (exp === undefined) return []
  const isTime = typeof exp === 'string' && /^\d{1,20}$/.test(exp) && Number(exp) <= maxUnixSeconds
  const message = 'must be one time in whole unix seconds, such as 1798761600'
  return isTime ? [] : [{ field: 'exp', message }]
}

function presetProblems(sent: Query): ErrorDetail[] {
  if (sent.preset === undefined) return []
  if (typeof sent.preset !== 'string') return [{ field: 'preset', message: 'must be given once' }]
  return imageParameters
    .filter((name) => sent[name] !== undefined)
    .map((name) => ({ field: name, message: 'cannot stand beside preset' }))
}

const embedFormats: readonly unknown[] = [undefined, 'auto', 'webp', 'avif']

function kindOf(sent: Query): ImageQuery['kind'] {
  const given = [...imageParameters, 'preset', 'exp'].filter((name) => sent[name] !== undefined)
  if (given.length === 0) return 'plain'
  const isSized = sent.w !== undefined && given.every((name) => name === 'w' || name === 'format')
  return isSized && embedFormats.includes(sent.format) ? 'sized' : 'other'
}

/**
 * Whether it is the original, or a rendition that the embed asks for.
 *
 * @param ownWidths of the original, and of the largest picture that anyone may see.
 */
export function isAlwaysAllowed(
  { kind, request }: ImageQuery,
  ownWidths: readonly number[],
): boolean {
  if (kind === 'plain') return true
  const { width = 0 } = request
  return kind === 'sized' && [...ownWidths, ...embedWidths].includes(width)
}

/** The parameters of an image address, decoded. */
const sentParameters = ({ url, query }: { url: string; query: unknown }): Query =>
  joined(url) ?? (query as Query)

/** An address with a malformed version has never been ours, so nothing is there. */
function parseVersion(text: unknown): number | null {
  if (text === undefined) return null
  const version = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : 0
  if (version === 0) throw assetNotFound()
  return version
}

/**
 * The parameters of an address with a second question mark: embeds that were deployed before addresses had
 * versions append `?w=640&format=auto` to `…?v=2`. null for any other address.
 */
function joined(url: string): Query | null {
  const [, first, ...more] = url.split('?')
  if (first === undefined || more.length === 0) return null
  const parameters = new URLSearchParams([first, ...more].join('&'))
  const names = new Set(parameters.keys())
  return Object.fromEntries(
    [...names].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}
