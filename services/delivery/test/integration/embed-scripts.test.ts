import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { fetchOverConnection } from '../fetch-over-connection.js'

const built = (path: string): Promise<Buffer> =>
  readFile(fileURLToPath(new URL(path, import.meta.resolve('@vitrine/embed/manifest.json'))))
const manifest: Record<string, { file: string }> = JSON.parse(`${await built('manifest.json')}`)
const files = Object.values(manifest)
  .map(({ file }) => file)
  .filter((file) => !file.endsWith('parts.json'))
const types = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ts': 'application/typescript; charset=utf-8',
  '.json': 'application/json',
}
const typeOf = (file: string) => types[extname(file) as keyof typeof types]
const [list = ''] = Object.values(manifest).flatMap(({ file }) =>
  /parts\.json$/.test(file) ? file : [],
)

t.test('every file of the manifest is served byte for byte in each encoding', async (t) => {
  const app = await build(t)
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
  for (const file of files) {
    const etags = new Set<string | undefined>()
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const { status, headers, bytes } = await fetchOverConnection(app, `/embed/${file}`, {
        'accept-encoding': encoding,
      })
      t.equal(status, 200, file)
      t.same(decode[encoding](bytes), await built(file), `${file} ${encoding}`)
      t.match(headers, {
        'content-type': typeOf(file),
        'content-length': `${bytes.length}`,
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-tag': 'embed',
        'cdn-tag': 'embed',
        'surrogate-key': 'embed',
        vary: 'Accept-Encoding',
      })
      t.equal(headers['content-encoding'], encoding === 'identity' ? undefined : encoding)
      etags.add(headers.etag)
    }
    t.equal(etags.size, 3, 'each encoding has a separate tag')
  }
})

t.test('the encoding is the best that the client accepts', async (t) => {
  const app = await build(t)
  const cases: [accepted: string | undefined, encoding: string | undefined][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, *', 'gzip'],
    // No coding that the client did not name: it may not decode it.
    ['*', undefined],
    ['gzip;q=0.5, *', undefined],
    ['*;q=0', undefined],
    ['deflate', undefined],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ]
  for (const [accepted, encoding] of cases) {
    const sent = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const { headers } = await fetchOverConnection(app, '/embed/v1.js', sent)
    t.equal(headers['content-encoding'], encoding, `${accepted}`)
  }
})

t.test('files named by their content are cached permanently, the others for minutes', async (t) => {
  const app = await build(t)
  for (const file of files) {
    const { headers } = await fetchOverConnection(app, `/embed/${file}`)
    const caching = ['v1.js', 'v1.d.ts', 'custom-elements.json'].includes(file)
      ? 'public, max-age=300, stale-while-revalidate=3600'
      : 'public, max-age=31536000, immutable'
    t.equal(headers['cache-control'], caching, file)
  }
})

t.test('a client that has a script gets a 304; HEAD has the headers of GET', async (t) => {
  const app = await build(t)
  const gzip = { 'accept-encoding': 'gzip' }
  const { headers } = await fetchOverConnection(app, '/embed/v1.js', gzip)
  const etag = String(headers.etag)
  const again = await fetchOverConnection(app, '/embed/v1.js', { ...gzip, 'if-none-match': etag })
  t.equal(again.status, 304)
  t.equal(again.bytes.length, 0)
  for (const name of ['etag', 'cache-control', 'vary'] as const) {
    t.equal(again.headers[name], headers[name], name)
  }
  const other = await fetchOverConnection(app, '/embed/v1.js', { 'if-none-match': etag })
  t.equal(other.status, 200, 'the client does not have another encoding')
  const head = await fetchOverConnection(app, '/embed/v1.js', gzip, 'HEAD')
  const { date, 'x-request-id': id, ...said } = headers
  t.match(head, { status: 200, text: '', headers: said })
})

t.test('any other name is a 404 with the usual error body', async (t) => {
  const app = await build(t)
  for (const path of [
    `/embed/v1-${'a'.repeat(64)}.js`,
    '/embed/v1-line%0Abreak.js',
    '/embed/v1-encoded%2Fslash.js',
    `/embed/v1/${'a'.repeat(64)}/grid.js`,
    '/embed/v1/line%0Abreak/grid%0A.js',
    `/embed/${list}`,
    `/embed/${list.replace('parts.json', 'labels-xx.js')}`,
    `/embed/${list.replace('parts.json', 'constructor.js')}`,
    '/embed/v1/grid-AAAAAAAA.js',
    '/embed/v1/labels-680c9992/de.js',
    '/embed/v1/',
    '/embed/v1//',
    '/embed/v1/grid.js',
    '/embed/../package.json',
    '/embed/v1/..%2f..%2fserver.js',
    '/embed/v1/..%2fgrid-AAAAAAAA.js',
    '/embed/v1/%2e%2e/grid-AAAAAAAA.js',
    '/embed/v1/a/b/c.js',
    '/embed/manifest.json',
    '/embed/oembed',
    '/embed/oembed?url=https://a.example/',
    '/embed/v1',
    '/embed/v2.js',
    '/embed/Upper',
    '/embed/with%20space',
    '/embed/-dash.css',
  ]) {
    const { status, headers, text } = await fetchOverConnection(app, path, {
      accept: 'application/json',
    })
    t.match([status, headers['cache-control']], [404, 'no-store'], path)
    t.match(JSON.parse(text), { status: 404, error: 'Not Found', code: 'ROUTE_NOT_FOUND' }, path)
  }
})
