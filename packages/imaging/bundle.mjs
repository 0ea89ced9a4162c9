/*
 * Bundles the program of image processes, with the JavaScript of sharp, into the one file
 * `dist/processes/program.cjs`: loading 120 modules takes longer than starting Node. CommonJS starts faster.
 */
import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { build } from 'esbuild'

const outfile = 'dist/processes/program.cjs'

/** Files beside a module in `dist` are not beside the bundle. */
const ownPlaces = {
  name: 'own places',
  setup({ onLoad }) {
    onLoad({ filter: /\/imaging\/src\/.*\.ts$/ }, async ({ path }) => {
      const built = relative('src', path).replace(/\.ts$/, '.js')
      const place = relative(dirname(outfile), resolve('dist', built))
      const url = `new URL(${JSON.stringify(place)}, bundleUrl).href`
      const source = await readFile(path, 'utf8')
      return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' }
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
  const bundleUrl = require('node:url').pathToFileURL(__filename)
  const requireInstalled = require('node:module').createRequire(require.resolve('sharp'))
  require = requireInstalled
`

await build({
  entryPoints: ['src/processes/program.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  sourcesContent: false,
  external: ['@img/sharp-*', 'libheif-js'],
  banner: { js: banner },
  plugins: [ownPlaces, sharp],
  logLevel: 'warning',
})
