/** After `vite build`: writes the pages, compresses every file, lists them for the server, checks the sizes. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { htmlOf } from './files.mjs'
import { pages, startPage } from './pages.mjs'
import { problemsOfSizes, reportOf, sizesOf } from './sizes.mjs'

const dist = join(import.meta.dirname, '../dist')

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  woff2: 'font/woff2',
}
/** The others are compressed already. */
const isText = (name) => !/\.(?:webp|woff2)$/.test(name)

const manifestFiles = ['manifest.json', 'early-manifest.json'].map((name) => join(dist, name))
const manifest = Object.assign(
  {},
  ...manifestFiles.map((file) => JSON.parse(readFileSync(file, 'utf8'))),
)
const index = readFileSync(join(dist, 'index.html'), 'utf8')

/** Addresses by the file that is their page. */
const addresses = new Map()
mkdirSync(join(dist, 'pages'), { recursive: true })
for (const page of pages) {
  const file = `pages/${page.name}.html`
  writeFileSync(join(dist, file), htmlOf(index, manifest, page))
  addresses.set(file, page.path === startPage ? [page.path, ''] : [page.path])
}

const files = readdirSync(dist, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => statSync(join(dist, name)).isFile() && !/\.(?:json|br)$/.test(name))
  .sort()

const listed = files.map((path) => {
  const bytes = readFileSync(join(dist, path))
  const type = types[path.split('.').at(-1)]
  if (type === undefined) throw new Error(`no content type for ${path}`)
  if (isText(path)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    writeFileSync(join(dist, `${path}.br`), brotliCompressSync(bytes, { params }))
  }
  return {
    path,
    type,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    isCompressed: isText(path),
    ...(addresses.has(path) && { addresses: addresses.get(path) }),
  }
})
writeFileSync(join(dist, 'files.json'), `${JSON.stringify(listed, null, 1)}\n`)

/** The first style sheet that names a layer decides on the order of all. */
function problemsOfLayers() {
  const [, first] = /<link rel="stylesheet"[^>]* href="\/console\/([^"]+)"/.exec(index)
  const named = readFileSync(join(dist, first), 'utf8').matchAll(/@layer ([\w, ]+)[;{]/g)
  const order = [...new Set([...named].flatMap(([, names]) => names.split(/, ?/)))].join(' ')
  return order === 'tokens base controls pages'
    ? []
    : [`${first} comes first, and orders the layers as ${order}`]
}

const sizes = sizesOf(pages, manifest, (file) => readFileSync(join(dist, file)))
process.stdout.write(`${reportOf(sizes).join('\n')}\n`)
const problems = [...problemsOfSizes(sizes), ...problemsOfLayers()]
for (const file of manifestFiles) rmSync(file)
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
