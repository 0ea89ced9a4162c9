import type { StoreClient } from '../connection/client.js'
import type { CredentialsSource } from '../connection/credentials.js'
import { translated } from '../failures/errors.js'
import type { Guard } from '../failures/guard.js'
import { PermissionExpiredError } from '../failures/store-errors.js'
import { type StoredFile, sha256Of, uploadFile } from './upload.js'

/** Sends the file's bytes; the object is complete or does not exist. */
export type Upload = (file: StoredFile) => Promise<void>

type Deps = {
  client: StoreClient
  transport: Parameters<typeof uploadFile>[0]
  bucket: string
  credentials: CredentialsSource
  guard: Guard
}

/** Validity of an upload that is used at once. */
const uploadSeconds = 60

export function createWriting({ client, transport, bucket, credentials, guard }: Deps) {
  const sign = (key: string, goodForSeconds: number): Upload => {
    const isOver = stopwatch(goodForSeconds * 1000)
    const signedAt = new Date()
    const upload = async (file: StoredFile): Promise<void> => {
      const sha256 = file.sha256 ?? (await sha256Of(file.path))
      const keys = await credentials()
      if (isOver()) throw new PermissionExpiredError(goodForSeconds)
      const signed = client.signPut(bucket, { ...file, key, sha256 }, signedAt, keys)
      await uploadFile(transport, signed, file)
    }
    return (file) => translated(guard('write', () => upload(file)))
  }

  return {
    /** Uploads a file as `Upload` does. @param sha256 of the bytes, in hex; computed from the file if left out. */
    putFile: (
      key: string,
      path: string,
      sizeBytes: number,
      contentType: string,
      sha256?: string,
    ): Promise<void> => {
      const upload = sign(key, uploadSeconds)
      return upload({ path, sizeBytes, contentType, ...(sha256 !== undefined && { sha256 }) })
    },

    /**
     * Signs an upload now that may begin until `goodForSeconds` from now. So a process that was suspended
     * in between cannot store an object that has been removed since: it begins no PUT after that time. If
     * it is suspended between this check and the request, the store rejects a signature that is more than
     * 15 minutes old by its own clock. Smaller clock differences do no harm.
     */
    signUpload: async (key: string, goodForSeconds: number): Promise<Upload> =>
      sign(key, goodForSeconds),
  }
}

/**
 * Whether the time is over, by the clock that has advanced further: the monotonic clock stops while the
 * machine sleeps, and the wall clock may be set back.
 */
function stopwatch(ms: number): () => boolean {
  const [wallMs, runMs] = [Date.now(), performance.now()]
  return () => Math.max(Date.now() - wallMs, performance.now() - runMs) > ms
}
