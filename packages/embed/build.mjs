/*
 * dist/browser/v1.js      small, of a stable name
 * dist/browser/v1/*.js    what it loads: named by content
 * dist/browser/manifest.json   what there is, and how large
 * dist/server.js          the markup and the rules, for the server
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'

const out = 'dist/browser'
/** Baseline 2023: container queries, constructed stylesheets, declarative shadow roots. */
const target = ['chrome111', 'firefox117', 'safari16.4']

/** A stylesheet imported is its minified text. */
const cssAsText = {
  name: 'css-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const { code } = await transform(source, { loader: 'css', minify: true, target })
      return { contents: code.trim(), loader: 'text' }
    })
  },
}

// Not the types beside it: whoever is compiled meanwhile needs them.
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

/** A folder of languages whose name tells its content, so that one name stands for all of them. */
async function buildLanguages() {
  const folder = 'src/labels/languages'
  const files = readdirSync(folder).filter((file) => file !== 'en.ts')
  const { outputFiles } = await build({
    entryPoints: files.map((file) => join(folder, file)),
    outdir: '.',
    format: 'esm',
    charset: 'utf8',
    minify: true,
    target,
    write: false,
  })
  const digest = createHash('sha256')
  for (const { contents } of outputFiles) digest.update(contents)
  const name = `v1/labels-${digest.digest('hex').slice(0, 8)}`
  mkdirSync(join(out, name), { recursive: true })
  for (const { path, contents } of outputFiles) {
    writeFileSync(join(out, name, basename(path)), contents)
  }
  const languages = files.map((file) => basename(file, '.ts'))
  return { name, languages }
}

const { name: labelsFolder, languages } = await buildLanguages()

const { metafile } = await build({
  entryPoints: ['src/v1.ts'],
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  target,
  chunkNames: 'v1/[name]-[hash]',
  legalComments: 'none',
  charset: 'utf8',
  define: {
    LANGUAGE_FOLDER: JSON.stringify(`./${labelsFolder}/`),
    LANGUAGES: JSON.stringify(languages.join(' ')),
  },
  metafile: true,
  plugins: [cssAsText],
  logLevel: 'warning',
})

await build({
  entryPoints: ['src/server.ts'],
  outfile: 'dist/server.js',
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'node20',
  plugins: [cssAsText],
  logLevel: 'warning',
})

const describe = (file) => {
  const bytes = readFileSync(join(out, file))
  return { file, bytes: bytes.length, gzipBytes: gzipSync(bytes, { level: 9 }).length }
}
const scripts = Object.entries(metafile.outputs).map(([path, { entryPoint }]) => {
  const file = path.slice(`${out}/`.length)
  // Shared parts have no entry point: they would go by their hash.
  return [entryPoint?.replace(/^src\/|\.ts$/g, '') ?? file, describe(file)]
})
const labels = languages.map((one) => [`labels/${one}`, describe(`${labelsFolder}/${one}.js`)])
const manifest = Object.fromEntries([...scripts, ...labels])
writeFileSync(`${out}/manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`)

/** gzip -9. What is measured: all six layouts as one file, the largest page, what comes on intent. */
const limits = { 'all layouts': 9_800, 'a page with a carousel': 9_000, lightbox: 5_120 }
const isLayout = ([name]) => !/^(labels|lightbox)\//.test(name)
const code = Object.entries(manifest).filter(isLayout)
const together = code.map(([, { file }]) => readFileSync(join(out, file)))
const sizes = {
  'all layouts': gzipSync(Buffer.concat(together), { level: 9 }).length,
  'a page with a carousel': manifest.v1.gzipBytes + manifest['layouts/carousel'].gzipBytes,
  lightbox: manifest['lightbox/lightbox'].gzipBytes,
}
for (const [what, limit] of Object.entries(limits)) {
  if (sizes[what] > limit) {
    throw new Error(`${what}: ${sizes[what]} bytes gzipped, above the limit of ${limit}`)
  }
}
