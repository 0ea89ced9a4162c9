import type { App } from '../app.js'
import { leastCompressed, negotiateEncoding } from './encodings.js'

/**
 * Compresses the answers of all routes that are added afterwards, if the client accepts it. Answers of
 * up to 8 KiB are compressed synchronously, which takes half a millisecond; larger ones by Node's thread
 * pool. Requests are never decompressed: a small body could become a huge one.
 */
export async function compressAnswers(app: App): Promise<void> {
  // Only here, because a service that does not compress would keep a megabyte of it.
  const { default: compress } = await import('@fastify/compress')
  // The plugin by itself answers `*` with gzip.
  app.addHook('onRequest', async ({ headers }) => {
    const accepted = headers['accept-encoding']
    if (accepted !== undefined) headers['accept-encoding'] = negotiateEncoding(accepted)
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: leastCompressed,
    syncThreshold: 8 * 1024,
    globalDecompression: false,
  })
}
