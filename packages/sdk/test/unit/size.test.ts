import { gzipSync } from 'node:zlib'
import t from '@vitrine/testing/t'
import { build } from 'esbuild'

/** The size that a page loads, bytes with gzip -9, after bundling and minification. */
const limits = {
  "export * from './src/index.ts'": 6.5 * 1024,
  "export { createClient } from './src/index.ts'": 4 * 1024,
}

for (const [contents, limit] of Object.entries(limits)) {
  t.test(`${contents} is at most ${limit} bytes`, async (t) => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: new URL('../..', import.meta.url).pathname },
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      write: false,
    })
    const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
    t.ok(bytes > 1000 && bytes <= limit, `${bytes} bytes`)
  })
}
