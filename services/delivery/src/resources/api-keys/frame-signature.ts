import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { KnownKey } from './repository.js'

const keyBytes = 32
/** 128 bits. */
const macBytes = 16

/** An API key, and a signature behind a point. Neither contains a point. */
const signedKey = /^([^.]+)\.([\w-]{22})$/

/** The value sent as the API key: the key, or `KEY.SIGNATURE` from a frame. */
export function splitSignature(sent: string | undefined): { sentKey?: string; signature?: string } {
  if (sent === undefined) return {}
  const [, sentKey, signature] = signedKey.exec(sent) ?? []
  return sentKey === undefined || signature === undefined
    ? { sentKey: sent }
    : { sentKey, signature }
}

/**
 * A frame has an opaque origin, so its requests do not say which page it is in. That page was checked when the
 * frame was sent; the signature in the frame proves it to the calls that record its events. A signature is for one key
 * with its present origins and for one widget, and permits nothing that the key does not. It has no end of its
 * own, because pages stay open for days, and an end would not stop a copied signature: programs can send any `Referer`,
 * so they get a new one at any time. It ends with the key, or when the key's origins change.
 *
 * @param secrets The first one signs, and all are accepted.
 */
export function createFrameSignatures(secrets: readonly string[]) {
  const keys = secrets.map(
    (secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'vitrine seal of frames', keyBytes)),
  )
  const [current] = keys
  if (current === undefined) throw new Error('signatures of frames need a secret')

  return {
    /** The signature of a frame that shows this widget; null if every page may use the key. */
    signatureOf: (key: KnownKey, slug: string): string | null => {
      if (key.allowedOrigins.length === 0 || key.permissions !== 'READ_WRITE') return null
      return macOf(current, key, slug).toString('base64url')
    },

    isValid: (signature: string, key: KnownKey, slug: string): boolean => {
      const mac = Buffer.from(signature, 'base64url')
      return (
        mac.length === macBytes && keys.some((each) => timingSafeEqual(mac, macOf(each, key, slug)))
      )
    },
  }
}

export type FrameSignatures = ReturnType<typeof createFrameSignatures>

/** Includes the origins, so that a signature ends at once when they change. */
function macOf(secret: Uint8Array, key: KnownKey, slug: string): Buffer {
  const text = JSON.stringify([key.id, key.allowedOrigins, slug])
  return createHmac('sha256', secret).update(text).digest().subarray(0, macBytes)
}
