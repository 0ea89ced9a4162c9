import compress from '@fastify/compress'
import type { App } from '../app.js'

/** A smaller answer gains nothing. */
export const leastCompressed = 1024

/**
 * Compresses the answers of all routes that are added from now on, where the client takes it. Those
 * of up to 8 KiB at once, which takes half a millisecond; larger ones by threads of Node's own.
 * Requests are never decompressed: a small body could become a huge one.
 */
export async function compressAnswers(app: App): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: leastCompressed,
    syncThreshold: 8 * 1024,
    globalDecompression: false,
  })
}
