/*
 * Bundles this package and ioredis into one file: ioredis loads 60 modules, which takes Node twice as long.
 */
import { build } from 'esbuild'

await build({
  entryPoints: ['dist/index.js'],
  outfile: 'dist/one-file.js',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'inline',
  external: ['@vitrine/*'],
  // ioredis is CommonJS.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
  },
})
