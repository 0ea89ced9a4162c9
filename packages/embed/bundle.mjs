/* What the browser gets, in memory: `build.mjs` writes it, `check-sizes.mjs` weighs it. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import { minify } from 'terser'

/** Baseline 2023: container queries, constructed stylesheets, declarative shadow roots. */
const target = ['chrome111', 'firefox117', 'safari16.4']

/** A stylesheet imported is its minified text. */
export const cssAsText = {
  name: 'css-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const { code } = await transform(source, { loader: 'css', minify: true, target })
      return { contents: code.trim(), loader: 'text' }
    })
  },
}

/** A folder of languages whose name tells its content, so that one name stands for all of them. */
async function bundleLanguages() {
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
  const bundled = outputFiles.map(({ path, text }) => {
    const file = basename(path)
    return { key: `labels/${basename(path, '.js')}`, file: `${name}/${file}`, text }
  })
  return { name, bundled }
}

/** Properties that our own objects alone have, and that are shortened. A suite tells if others do. */
export const ownProperties = [
  'arrows captions declarations durationMs goTo hasCaption intervalMs isInfinite isLooping',
  'isDue isOnScreen isOverlay onSettle onSlide onWish perView picture pieces places restart retryAll',
  'sheetOf toDom whenStill',
].flatMap((names) => names.split(' '))

async function bundleCode(languages) {
  const list = languages.bundled.map(({ file }) => basename(file, '.js'))
  const { metafile, outputFiles } = await build({
    entryPoints: ['src/v1.ts'],
    outdir: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target,
    chunkNames: 'v1/[name]-[hash]',
    legalComments: 'none',
    charset: 'utf8',
    define: {
      LANGUAGE_FOLDER: JSON.stringify(`./${languages.name}/`),
      LANGUAGES: JSON.stringify(list.join(' ')),
    },
    mangleProps: new RegExp(`^(${ownProperties.join('|')})$`),
    metafile: true,
    write: false,
    plugins: [cssAsText],
    logLevel: 'warning',
  })
  const texts = outputFiles.map(({ text }) => minify(text, terserOptions))
  return Object.entries(metafile.outputs).map(async ([file, { entryPoint }], index) => ({
    // Shared parts have no entry point: they would go by their hash.
    key: entryPoint?.replace(/^src\/|\.ts$/g, '') ?? file,
    file,
    text: (await texts[index]).code,
  }))
}

/** esbuild's output once more: 3 % less. */
const terserOptions = {
  module: true,
  ecma: 2022,
  compress: { passes: 3, pure_getters: true, unsafe_arrows: true },
}

/** Every script as `{key, file, text}`: what it is, its path below `/embed/`, and its source. */
export async function bundleBrowser() {
  const languages = await bundleLanguages()
  return [...(await Promise.all(await bundleCode(languages))), ...languages.bundled]
}

export const gzipBytes = (text) => gzipSync(text, { level: 9 }).length
