import { createHmac, timingSafeEqual } from 'node:crypto'

/** The parameters of an image address that a signature covers, sorted. */
const signedParameters = 'dpr exp fit format gravity h preset q v w'.split(' ')

type Query = Readonly<Record<string, unknown>>
type Address = { projectId: string; assetId: string }

/** Names the rules of this text: other rules will have another name. */
const scheme = 'vitrine-image-1'

/** One spelling for each number: no zeros in front, and none at the end of a fraction. */
const canonical = (value: string): string =>
  /^\d+(\.\d+)?$/.test(value)
    ? value
        .replace(/^0+(?=\d)/, '')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
    : value

/** Names are texts, even if they consist of digits. */
const canonicalOf = (name: string, value: string): string =>
  name === 'preset' ? value : canonical(value)

/**
 * The text that is signed: the scheme, both ids in lower case and the parameters, on a line each. It holds
 * each parameter that delivery reads, apart from the signature itself. Parameters that delivery ignores are
 * left out.
 *
 * @param query each parameter at most once; others are left out.
 */
export function imageSigningText({ projectId, assetId }: Address, query: Query): string {
  const parameters = signedParameters.flatMap((name) => {
    const value = query[name]
    return typeof value === 'string' ? [`${name}=${canonicalOf(name, value)}`] : []
  })
  return [scheme, projectId, assetId, parameters.join('&')].join('\n')
}

/** The signature of a text, as it stands in `s` behind the key's id and a dot: 43 characters. */
export const imageSignature = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

const shape = /^(?<id>k[1-9][0-9]{0,8})\.(?<mac>[A-Za-z0-9_-]{43})$/

/** @returns the parts of `s`, or null for anything that is no signature. */
export function parseImageSignature(s: unknown): { id: string; mac: string } | null {
  const { id, mac } = (typeof s === 'string' ? shape.exec(s)?.groups : undefined) ?? {}
  return id === undefined || mac === undefined ? null : { id, mac }
}

/** Compares in constant time. */
export const isImageSignature = (mac: string, secret: string, text: string): boolean =>
  timingSafeEqual(Buffer.from(mac), Buffer.from(imageSignature(secret, text)))
