import { removeServiceSignature } from './image-url.js'

/** A key of a project, as `POST …/signing-keys` answered it. For servers only. */
export type SigningKey = { id: string; secret: string }

type SigningOptions = {
  /** From then on the address is refused, and no cache keeps the picture longer. */
  expiresAt?: Date
}

/** The parameters that delivery reads, apart from the signature; sorted. */
const signed = ['dpr', 'exp', 'fit', 'format', 'gravity', 'h', 'preset', 'q', 'v', 'w']

const path = /\/deliver\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/i

/**
 * Signs the address of a picture, such as `imageUrl` makes, for a project whose setting `transformations` or
 * `originals` is `signed`. A signature that the address has already is replaced.
 *
 * @throws TypeError for an address that is no picture's, or names a parameter twice.
 */
export async function signImageUrl(
  address: string,
  key: SigningKey,
  { expiresAt }: SigningOptions = {},
): Promise<string> {
  const url = new URL(address)
  const { searchParams } = url
  removeServiceSignature(url)
  searchParams.delete('s')
  if (expiresAt) searchParams.set('exp', `${Math.floor(expiresAt.getTime() / 1000)}`)
  searchParams.set('s', `${key.id}.${await hmac(key.secret, textOf(url))}`)
  return url.href
}

/** The text that is signed; the README of delivery describes it. */
function textOf({ pathname, searchParams }: URL): string {
  const [, projectId, assetId] = path.exec(pathname) ?? []
  if (!projectId || !assetId) throw new TypeError(`${pathname} is not the path of a picture`)
  const parameters = signed.flatMap((name) => {
    const [value, ...others] = searchParams.getAll(name)
    if (others.length > 0) throw new TypeError(`${name} must be given once`)
    return value === undefined ? [] : [`${name}=${name === 'preset' ? value : canonical(value)}`]
  })
  const ids = [projectId, assetId].map((id) => id.toLowerCase())
  return ['vitrine-image-1', ...ids, parameters.join('&')].join('\n')
}

/** A number without zeros in front, and at the end of a fraction. */
const canonical = (value: string): string =>
  /^\d+(\.\d+)?$/.test(value)
    ? value
        .replace(/^0+(?=\d)/, '')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
    : value

async function hmac(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const { subtle } = globalThis.crypto
  const encoder = new TextEncoder()
  const key = await subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const bytes = new Uint8Array(await subtle.sign('HMAC', key, encoder.encode(text)))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
