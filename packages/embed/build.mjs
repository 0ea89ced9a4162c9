/*
 * dist/browser/v1.js      small, of a stable name
 * dist/browser/v1/*.js    what it loads: named by content
 * dist/browser/manifest.json   what there is, and how large
 * dist/server.js          the markup and the rules, for the server
 */
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
