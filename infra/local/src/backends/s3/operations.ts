import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { bytesOf, type Objects } from './objects.js'
import { escaped, verifiedBody } from './signature.js'
import { S3Error, sendXml, textOf, xmlOf } from './xml.js'

/** A request whose signature is valid. */
export type Call = {
  request: IncomingMessage
  response: ServerResponse
  /** Empty for an operation of the bucket. */
  key: string
  query: ReadonlyMap<string, string>
}

type Operation = (objects: Objects, call: Call) => Promise<void>

/** Headers of a PUT that a GET returns. */
const keptHeaders =
  /^(content-type|cache-control|content-(disposition|encoding|language)|expires|x-amz-meta-.+)$/
/** Headers that change what an operation does: conditions, ranges, copies, encryption. */
const unknownHeaders = /^(if-.+|range|x-amz-(?!(date|content-sha256)$|meta-).+)$/

/** Objects in a list, and keys in a removal. */
const mostAtOnce = 1000
/** A thousand keys of a kilobyte, escaped. */
const mostRemovalBytes = 4 * 1024 * 1024

/** Without a length, Node would close the connection. */
const empty = { 'content-length': 0 }

const headBucket: Operation = async (_, { response }) => void response.writeHead(200, empty).end()

const getObject: Operation = async (objects, { request, response, key }) => {
  const object = await objects.open(key)
  if (object === null) throw new S3Error(404, 'NoSuchKey', 'There is no such object.')
  const { head, file } = object
  response.writeHead(200, {
    'content-type': 'binary/octet-stream',
    ...head.headers,
    'content-length': head.sizeBytes,
    etag: `"${head.etag}"`,
    'last-modified': new Date(head.storedAtMs).toUTCString(),
  })
  if (request.method === 'GET' && head.sizeBytes > 0) {
    await pipeline(bytesOf(file, head), response)
  } else {
    response.end()
    await file.close()
  }
}

const putObject: Operation = async (objects, { request, response, key }) => {
  const kept = Object.entries(request.headers).filter(([name]) => keptHeaders.test(name))
  const headers = Object.fromEntries(kept.map(([name, value]) => [name, `${value}`]))
  // The client sends the body when it has read this; a refusal comes before.
  if (request.headers.expect !== undefined) response.writeContinue()
  const { etag } = await objects.put(key, verifiedBody(request), headers)
  response.writeHead(200, { ...empty, etag: `"${etag}"` }).end()
}

/** In version 1 of the call, which the services use. */
const listObjects: Operation = async (objects, { response, query }) => {
  const { prefix = '', marker = '', delimiter = '' } = Object.fromEntries(query)
  if (delimiter !== '') throw new S3Error(501, 'NotImplemented', 'Not implemented: a delimiter.')
  const most = Math.min(Number(query.get('max-keys') ?? mostAtOnce), mostAtOnce)
  if (!(most > 0)) throw new S3Error(400, 'InvalidArgument', 'max-keys is not a number above 0.')
  const text = query.get('encoding-type') === 'url' ? escaped : xmlOf
  const contents: string[] = []
  let isTruncated = false
  for await (const [key, { etag, sizeBytes, storedAtMs }] of objects.list(prefix, marker)) {
    isTruncated = contents.length >= most
    if (isTruncated) break
    const storedAt = new Date(storedAtMs).toISOString()
    contents.push(
      `<Contents><Key>${text(key)}</Key><LastModified>${storedAt}</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${sizeBytes}</Size></Contents>`,
    )
  }
  const start = `<Prefix>${text(prefix)}</Prefix><IsTruncated>${isTruncated}</IsTruncated>`
  sendXml(response, 200, `<ListBucketResult>${start}${contents.join('')}</ListBucketResult>`)
}

const deleteObjects: Operation = async (objects, { request, response }) => {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of verifiedBody(request)) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > mostRemovalBytes) {
      throw new S3Error(400, 'MaxMessageLengthExceeded', 'The list of keys is too long.')
    }
  }
  const xml = Buffer.concat(chunks).toString()
  const keys = [...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => textOf(key))
  if (keys.length === 0 || keys.length > mostAtOnce) {
    throw new S3Error(400, 'MalformedXML', 'The list must have 1 to 1000 keys.')
  }
  await Promise.all(keys.map(objects.remove))
  const isQuiet = xml.includes('<Quiet>true</Quiet>')
  const deleted = isQuiet ? [] : keys.map((key) => `<Deleted><Key>${xmlOf(key)}</Key></Deleted>`)
  sendXml(response, 200, `<DeleteResult>${deleted.join('')}</DeleteResult>`)
}

const listParameters = ['delimiter', 'encoding-type', 'marker', 'max-keys', 'prefix']

/** What the store can do, with the parameters that each operation knows. */
const operations = new Map<string, { run: Operation; parameters: readonly string[] }>([
  ['HEAD bucket', { run: headBucket, parameters: [] }],
  ['GET bucket', { run: listObjects, parameters: listParameters }],
  ['POST bucket?delete', { run: deleteObjects, parameters: ['delete'] }],
  ['HEAD object', { run: getObject, parameters: [] }],
  ['GET object', { run: getObject, parameters: [] }],
  ['PUT object', { run: putObject, parameters: [] }],
])

/** @throws S3Error NotImplemented for any other operation, parameter or header that means something. */
export function operationOf(
  { method, headers }: IncomingMessage,
  subject: 'service' | 'bucket' | 'object',
  query: Call['query'],
): Operation {
  const name = `${method} ${subject}${query.has('delete') ? '?delete' : ''}`
  const operation = operations.get(name)
  const unknown = [
    ...[...query.keys()].filter((parameter) => !operation?.parameters.includes(parameter)),
    ...Object.keys(headers).filter((header) => unknownHeaders.test(header)),
  ]
  if (operation === undefined || unknown.length > 0) {
    const what = [name, ...unknown].join(', ')
    throw new S3Error(501, 'NotImplemented', `The local store has no such operation: ${what}.`)
  }
  return operation.run
}
