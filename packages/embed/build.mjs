/*
 * dist/browser/v1.js             small, of a stable name
 * dist/browser/v1-<sha256>.js    the same, for codes that pin it
 * dist/browser/v1/<sha256>/      what it loads, and parts.json: its SHA-256 is the folder's name
 * dist/browser/manifest.json   what there is, and how large
 * dist/server.js          the markup and the rules, for the server
 */
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { bundleBrowser, cssAsText, gzipBytes } from './bundle.mjs'

const out = 'dist/browser'
const scripts = await bundleBrowser()

// Not the types beside it: whoever is compiled meanwhile needs them.
rmSync(out, { recursive: true, force: true })
for (const { file, text } of scripts) {
  const path = join(out, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const entries = scripts.map(({ key, file, text }) => [
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
  target: 'node20',
  define: {
    PINNED_FILE: JSON.stringify(pinned.file),
    PINNED_INTEGRITY: JSON.stringify(integrity),
  },
  plugins: [cssAsText],
  logLevel: 'warning',
})
