import dns from 'node:dns'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { createObjectStore, type ObjectStoreOptions } from '../../src/object-store.js'

const keys = { region: 'us-east-1', accessKey: 'key', secretKey: 'secret', bucket: 'pictures' }

/** The host and path to which a store with these settings sends its calls. */
async function requestsOf(
  t: Test,
  over: (port: number) => Partial<ObjectStoreOptions> & { endpoint: string },
) {
  const requests: string[] = []
  const server = http.createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host} ${request.url}`)
    request.resume().on('end', () => response.end(request.url?.includes('prefix=') ? list : 'x'))
  })
  const port = await listening(t, server)
  const store = createObjectStore({ ...keys, timeoutMs: 15_000, ...over(port) })
  const path = join(t.testdir(), 'file')
  await writeFile(path, 'x')
  await store.read('a key/é')
  await store.list('prefix/')
  await store.putFile('key', path, 1, 'image/png')
  return requests.map((line) => line.replaceAll(String(port), 'PORT'))
}

const list = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>'

t.test('by default the bucket is in the path', async (t) => {
  t.match(await requestsOf(t, (port) => ({ endpoint: `http://localhost:${port}` })), [
    'GET localhost:PORT /pictures/a%20key/%C3%A9',
    /^GET localhost:PORT \/pictures\?.*prefix=prefix%2F/,
    'PUT localhost:PORT /pictures/key',
  ])
})

t.test('the bucket can be in the host name', async (t) => {
  // Not every system resolves names below localhost.
  const lookUp = dns.lookup
  t.intercept(dns, 'lookup', {
    value: (_name: string, ...rest: [object, () => void]) => lookUp('127.0.0.1', ...rest),
  })
  const lookup = (port: number) => ({
    endpoint: `http://localhost:${port}`,
    addressing: 'virtual' as const,
  })
  t.match(await requestsOf(t, lookup), [
    'GET pictures.localhost:PORT /a%20key/%C3%A9',
    /^GET pictures\.localhost:PORT \/\?.*prefix=prefix%2F/,
    'PUT pictures.localhost:PORT /key',
  ])
})

t.test('the endpoint can be an IPv6 address', async (t) => {
  // An IPv4-mapped address, since not every system has IPv6.
  const endpoint = (port: number) => ({ endpoint: `http://[::ffff:127.0.0.1]:${port}` })
  t.match(await requestsOf(t, endpoint), [
    'GET [::ffff:7f00:1]:PORT /pictures/a%20key/%C3%A9',
    /^GET \[::ffff:7f00:1\]:PORT \/pictures\?/,
    'PUT [::ffff:7f00:1]:PORT /pictures/key',
  ])
})

t.test('the endpoint can have a path', async (t) => {
  const endpoint = (port: number) => ({ endpoint: `http://localhost:${port}/storage/v1/s3/` })
  t.match(await requestsOf(t, endpoint), [
    'GET localhost:PORT /storage/v1/s3/pictures/a%20key/%C3%A9',
    /^GET localhost:PORT \/storage\/v1\/s3\/pictures\?/,
    'PUT localhost:PORT /storage/v1/s3/pictures/key',
  ])
})
