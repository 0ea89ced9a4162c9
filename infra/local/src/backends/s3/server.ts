import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer, type IncomingMessage } from 'node:http'
import { inspect } from 'node:util'
import S3rver from 's3rver'
import accounts from 's3rver/lib/models/account.js'
import { addS3Guarantees } from './s3-compatibility.js'

/** The process of the local object store: s3rver on loopback, with generated keys. */
const { S3_FOLDER, S3_PORT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET } = process.env

function setting(name: string, value: string | undefined): string {
  if (value) return value
  throw new Error(`${name} is not set in the environment of the object store`)
}

accounts.DUMMY_ACCOUNT.revokeAccessKey('S3RVER')
accounts.DUMMY_ACCOUNT.createKeyPair(
  setting('S3_ACCESS_KEY', S3_ACCESS_KEY),
  setting('S3_SECRET_KEY', S3_SECRET_KEY),
)
const folder = setting('S3_FOLDER', S3_FOLDER)
const store = new S3rver({
  directory: folder,
  configureBuckets: [{ name: setting('S3_BUCKET', S3_BUCKET) }],
  vhostBuckets: false,
  silent: true,
})
const method = new AsyncLocalStorage<string | undefined>()
addS3Guarantees(store.store, {
  incoming: `${folder}-incoming`,
  isHead: () => method.getStore() === 'HEAD',
})
await store.configureBuckets()
// Without a listener the causes of 500 responses are lost.
store.on('error', (error) => {
  if (error.status === undefined || error.status >= 500) process.stderr.write(`${inspect(error)}\n`)
})
const handle = store.getMiddleware()

// Longer than clients keep idle connections; otherwise one is reset just as a client sends on it.
const keepAliveMs = 65_000

createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
  // s3rver treats a request without credentials as public and would let it write.
  if (isSigned(request)) {
    return method.run(request.method, () => handle(request, response))
  }
  response.writeHead(403, { 'content-type': 'application/xml' })
  return response.end('<Error><Code>AccessDenied</Code><Message>not signed</Message></Error>')
}).listen(Number(setting('S3_PORT', S3_PORT)), '127.0.0.1')

function isSigned({ headers, url = '' }: IncomingMessage): boolean {
  return headers.authorization !== undefined || /[?&]X-Amz-Signature=/.test(url)
}
