/*
 * Bundles this package and the S3 client into one file: the client loads 139 modules, which takes Node four times
 * as long. The credentials of AWS stay outside, because most installations never load them.
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
  external: ['@vitrine/*', '@aws-sdk/*'],
  // Some modules of the client are CommonJS.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
  },
})
