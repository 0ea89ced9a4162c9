import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

type Address = { projectId: string; assetId: string }

const keyBytes = 32
const shape = /^v\.(?<mac>[A-Za-z0-9_-]{43})$/

/**
 * Creates the signatures that the services themselves give to addresses of an asset: `s=v.…` beside `exp`. Until that time
 * the holder may fetch the original and every rendition. Answers of the management API have them while originals are private, or a watermark is set.
 *
 * @param secrets The first one signs, and all are accepted.
 */
export function createAssetSignatures(secrets: readonly string[]) {
  const keys = secrets.map(
    (secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'vitrine asset address', keyBytes)),
  )
  const [current] = keys
  if (current === undefined) throw new Error('signatures of addresses need a secret')

  return {
    /** @param exp unix seconds. @returns the value of `s`. */
    sign: (address: Address, exp: number): string =>
      `v.${macOf(current, address, `${exp}`).toString('base64url')}`,

    /** @param query the decoded parameters of the address. */
    isValid: (address: Address, { s, exp }: Readonly<Record<string, unknown>>): boolean => {
      const { mac } = (typeof s === 'string' ? shape.exec(s)?.groups : undefined) ?? {}
      if (mac === undefined || typeof exp !== 'string') return false
      const sent = Buffer.from(mac, 'base64url')
      return keys.some((key) => timingSafeEqual(sent, macOf(key, address, exp)))
    },
  }
}

export type AssetSignatures = ReturnType<typeof createAssetSignatures>

const macOf = (key: Uint8Array, { projectId, assetId }: Address, exp: string): Buffer =>
  createHmac('sha256', key).update([projectId, assetId, exp].join('\n').toLowerCase()).digest()
