/*
 * Bundles the package for the services, and the program of image processes with the JavaScript of sharp into the one file
 * `dist/processes/program.cjs`: loading 120 modules takes longer than starting Node. CommonJS starts faster.
 */
import { readFile } from 'node:fs/promises'
import { build } from 'esbuild'

const output = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  conditions: ['source'],
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
}

await build({
  ...output,
  entryPoints: ['src/index.ts', 'src/direct.ts', 'src/decode/heic/worker.ts'],
  outbase: 'src',
  outdir: 'dist',
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  // The package's dependencies are installed beside it. Services have the same class of errors.
  external: ['@vitrine/contracts/errors', 'sharp', 'libheif-js', 'p-limit', 'thumbhash'],
})

/** CommonJS has no `import.meta`. */
const place = {
  name: 'place',
  setup({ onLoad }) {
    onLoad({ filter: /\/imaging\/src\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const contents = source
        .replaceAll('import.meta.url', 'bundleUrl')
        .replaceAll('import.meta.resolve(', 'resolveUrl(')
      return { contents, loader: 'ts' }
    })
  },
}

/** Its native part stays where it is installed, and is looked up from there. */
const sharp = {
  name: 'sharp',
  setup({ onResolve, onLoad, resolve: resolvePath }) {
    onResolve({ filter: /\/load-sharp\.js$/ }, ({ resolveDir }) =>
      resolvePath('sharp', { kind: 'require-call', resolveDir }),
    )
    // Own builds of libvips, by the version of the system: esbuild would look for all of them.
    onLoad({ filter: /\/sharp\/dist\/sharp\.cjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('require(`', 'requireInstalled(`'),
    }))
  },
}

const banner = `
  const { pathToFileURL } = require('node:url')
  const bundleUrl = pathToFileURL(__filename)
  const requireHere = require('node:module').createRequire(__filename)
  const resolveUrl = (name) => pathToFileURL(requireHere.resolve(name)).href
  const requireInstalled = require('node:module').createRequire(require.resolve('sharp'))
  require = requireInstalled
`

await build({
  ...output,
  entryPoints: ['src/processes/program.ts'],
  outfile: 'dist/processes/program.cjs',
  format: 'cjs',
  minifySyntax: true,
  minifyWhitespace: true,
  external: ['@img/sharp-*', 'libheif-js'],
  banner: { js: banner },
  plugins: [place, sharp],
})
