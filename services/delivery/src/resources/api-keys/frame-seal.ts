import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { KnownKey } from './repository.js'

const hourMs = 3_600_000
/** How long a seal is valid. */
const validMs = 24 * hourMs
/** How long pages get the same seal, so that they can be cached. */
const sharedMs = 6 * hourMs

const keyBytes = 32
/** 128 bits. */
const macBytes = 16

/** An API key, and a seal behind a point. Neither contains a point but the one inside of the seal. */
const sealedKey = /^([^.]+)\.([0-9a-z]{1,10}\.[\w-]{22})$/

/** The value sent as the API key: the key, or `KEY.SEAL` from a frame. */
export function splitSeal(sent: string | undefined): { sentKey?: string; seal?: string } {
  if (sent === undefined) return {}
  const [, sentKey, seal] = sealedKey.exec(sent) ?? []
  return sentKey === undefined || seal === undefined ? { sentKey: sent } : { sentKey, seal }
}

type Deps = {
  /** The first one seals, and all are accepted. */
  secrets: readonly string[]
  /** The clock of the database, so that replicas agree. */
  nowMs: () => number
}

/**
 * A frame has an opaque origin, so its requests do not say which page it is in. That page was checked when the
 * frame was sent; the seal in the frame proves it to the calls that record its events. A seal is for one key
 * with its present origins and for one widget, and ends after 18 to 24 hours. It permits nothing that the key
 * does not.
 */
export function createFrameSeals({ secrets, nowMs }: Deps) {
  const keys = secrets.map(
    (secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'vitrine seal of frames', keyBytes)),
  )
  const [current] = keys
  if (current === undefined) throw new Error('seals of frames need a secret')

  return {
    /** The seal of a frame that shows this widget; null if every page may use the key. */
    sealOf: (key: KnownKey, slug: string): string | null => {
      if (key.allowedOrigins.length === 0 || key.permissions !== 'READ_WRITE') return null
      const startMs = Math.floor(nowMs() / sharedMs) * sharedMs
      const end = (startMs + validMs).toString(36)
      return `${end}.${macOf(current, key, slug, end).toString('base64url')}`
    },

    isValid: (seal: string, key: KnownKey, slug: string): boolean => {
      const [end = '', text = ''] = seal.split('.')
      if (!(Number.parseInt(end, 36) > nowMs())) return false
      const mac = Buffer.from(text, 'base64url')
      return (
        mac.length === macBytes &&
        keys.some((each) => timingSafeEqual(mac, macOf(each, key, slug, end)))
      )
    },
  }
}

export type FrameSeals = ReturnType<typeof createFrameSeals>

/** Includes the origins, so that a seal ends at once when they change. */
function macOf(secret: Uint8Array, key: KnownKey, slug: string, end: string): Buffer {
  const text = JSON.stringify([key.id, key.allowedOrigins, slug, end])
  return createHmac('sha256', secret).update(text).digest().subarray(0, macBytes)
}
