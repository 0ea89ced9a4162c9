/*
 * Build output:
 *
 * dist/browser/v1.js             the entry script, small, under a stable name
 * dist/browser/v1-<sha256>.js    the same, for embed codes that pin it
 * dist/browser/v1/<sha256>/      its chunks, stylesheets and parts.json, whose SHA-256 is the folder's name
 * dist/browser/v1.d.ts           the types of the element, and custom-elements.json, both as they are
 * dist/browser/manifest.json     a list of the files and their sizes
 * dist/server.js                 the markup and rules, for the server
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { bundleBrowser, cssAsText, gzipBytes } from './bundle.mjs'
import { checkSizes } from './check-sizes.mjs'

const out = 'dist/browser'
const scripts = await bundleBrowser()
checkSizes(scripts)

const described = ['v1.d.ts', 'custom-elements.json'].map((file) => ({
  key: file,
  file,
  text: readFileSync(file, 'utf8'),
}))
const files = [...scripts, ...described]

rmSync(out, { recursive: true, force: true })
for (const { file, text } of files) {
  const path = join(out, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const entries = files.map(({ key, file, text }) => [
  key,
  { file, bytes: Buffer.byteLength(text), gzipBytes: gzipBytes(text) },
])
const manifest = JSON.stringify(Object.fromEntries(entries), null, 2)
writeFileSync(join(out, 'manifest.json'), `${manifest}\n`)

const pinned = scripts.find(({ key }) => key === 'pinned')
const integrity = `sha256-${createHash('sha256').update(pinned.text).digest('base64')}`

await build({
  entryPoints: ['src/server.ts'],
  outfile: 'dist/server.js',
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  conditions: ['source'],
  mainFields: ['main'],
  target: 'node20',
  define: {
    PINNED_FILE: JSON.stringify(pinned.file),
    PINNED_INTEGRITY: JSON.stringify(integrity),
    PARTS_FOLDER: JSON.stringify(dirname(scripts.find(({ key }) => key === 'parts').file)),
  },
  plugins: [cssAsText],
  logLevel: 'warning',
})
