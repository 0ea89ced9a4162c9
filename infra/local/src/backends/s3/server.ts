/**
 * The process of the local object store: the operations of S3 that this repository uses, on one bucket. All others are
 * refused.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { openObjects } from './objects.js'
import { operationOf } from './operations.js'
import { type Target, verifySignature } from './signature.js'
import { S3Error, sendXml, xmlOf } from './xml.js'

function setting(name: string): string {
  const value = process.env[name]
  if (value) return value
  throw new Error(`${name} is not set in the environment of the object store`)
}

const bucket = setting('S3_BUCKET')
const keys = {
  accessKey: setting('S3_ACCESS_KEY'),
  secretKey: setting('S3_SECRET_KEY'),
  region: setting('S3_REGION'),
}
const objects = openObjects(setting('S3_FOLDER'))

const mostKeyBytes = 1024

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { path, query } = targetOf(request.url ?? '')
    verifySignature(request, { path, query }, keys)
    const [, name = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? []
    const subject = name === '' ? 'service' : key === '' ? 'bucket' : 'object'
    const operation = operationOf(request, subject, query)
    if (name !== bucket) throw new S3Error(404, 'NoSuchBucket', 'There is no such bucket.')
    if (Buffer.byteLength(key) > mostKeyBytes) throw keyTooLong
    await operation(objects, { request, response, key, query })
  } catch (error) {
    // A client that has left has caused the error itself.
    if (!response.destroyed) refuse(response, error)
  }
}

/** @throws URIError if the escapes are not those of UTF-8. */
function targetOf(url: string): Target {
  const [path = '', search = ''] = url.split(/\?(.*)/s)
  const query = new Map<string, string>()
  for (const pair of search.split('&').filter((pair) => pair !== '')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    query.set(decodeURIComponent(name), decodeURIComponent(value))
  }
  return { path: decodeURIComponent(path), query }
}

function refuse(response: ServerResponse, error: unknown): void {
  const { status, code, message } = asS3Error(error)
  if (status === 500) process.stderr.write(`${inspect(error)}\n`)
  if (response.headersSent) response.destroy()
  else {
    const xml = `<Error><Code>${code}</Code><Message>${xmlOf(message)}</Message></Error>`
    sendXml(response, status, xml)
  }
}

const keyTooLong = new S3Error(400, 'KeyTooLongError', 'The key is too long.')

function asS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error
  if (error instanceof URIError) return new S3Error(400, 'InvalidURI', 'The address is not valid.')
  // The part of a key between two slashes is the name of a file.
  if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return keyTooLong
  return new S3Error(500, 'InternalError', 'The store failed.')
}

// Longer than clients keep idle connections; otherwise one is reset just as a client sends on it.
const keepAliveMs = 65_000

createServer({ keepAliveTimeout: keepAliveMs }, answer)
  .on('checkContinue', answer)
  .listen(Number(setting('S3_PORT')), '127.0.0.1')
