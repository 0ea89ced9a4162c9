/*
 * Bundles the browser files in memory; `build.mjs` writes them and `check-sizes.mjs` checks their
 * sizes.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import { minify } from 'terser'

/** Baseline 2023: container queries, constructed stylesheets, declarative shadow roots. */
const target = ['chrome111', 'firefox117', 'safari16.4']

/** Imports a stylesheet as its minified text. */
export const cssAsText = {
  name: 'css-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const { code } = await transform(source, { loader: 'css', minify: true, target })
      return { contents: withoutSpaces(code.trim()), loader: 'text' }
    })
  },
}

/** Removes spaces that esbuild keeps, within `var()`, `calc()` and custom properties. */
const withoutSpaces = (css) =>
  css
    .replaceAll(', ', ',')
    .replaceAll(/ ([*/]) /g, '$1')
    .replaceAll(/(--[a-z-]+): /g, '$1:')

/** Gives each importer a copy of these modules: esbuild would make a chunk of them, one more request. */
const copied = {
  name: 'copied',
  setup({ onResolve }) {
    onResolve(
      { filter: /\/((list|followable|boxes|insets|ranges|variant)\.js|(more|variants)\.css)$/ },
      ({ importer, path, resolveDir }) => ({
        path: join(resolveDir, path.replace(/\.js$/, '.ts')),
        suffix: `?${basename(importer)}`,
      }),
    )
  },
}

/** Placeholder for the chunks' digest until it is known; unique within the scripts. */
const partsFolder = 'v1/DIGEST_OF_PARTS'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

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
  return outputFiles.map(({ path, text }) => {
    const language = basename(path, '.js')
    return { key: `labels/${language}`, file: `${partsFolder}/labels-${language}.js`, text }
  })
}

/** Properties of our own objects only, whose names are shortened. A test fails if other objects use them. */
export const ownProperty = /^_[a-z]/

async function bundleCode(languages) {
  const list = languages.map(({ key }) => basename(key))
  const { metafile, outputFiles } = await build({
    entryPoints: ['src/v1.ts'],
    outdir: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target,
    // No hash in the name: two files of the same name fail the build.
    chunkNames: `${partsFolder}/[name]`,
    legalComments: 'none',
    charset: 'utf8',
    define: {
      LABELS: JSON.stringify(`./${partsFolder}/labels-`),
      LANGUAGES: JSON.stringify(list.join(' ')),
    },
    mangleProps: ownProperty,
    metafile: true,
    write: false,
    plugins: [copied, cssAsText],
    logLevel: 'warning',
  })
  const texts = outputFiles.map(({ text }) => minify(text, terserOptions))
  return Object.entries(metafile.outputs).map(async ([file, { entryPoint }], index) => ({
    // Shared chunks have no entry point.
    key: entryPoint?.replace(/^src\/|\.ts$/g, '') ?? file,
    file,
    text: (await texts[index]).code,
  }))
}

/** The stylesheets of the layouts as files, for pages whose policy forbids inline styles. */
async function bundleStylesheets() {
  const { outputFiles } = await build({
    entryPoints: ['src/stylesheets.ts'],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'node20',
    write: false,
    plugins: [cssAsText],
  })
  const source = Buffer.from(outputFiles[0].contents).toString('base64')
  const { stylesheets } = await import(`data:text/javascript;base64,${source}`)
  return Object.entries(stylesheets).map(([name, text]) => ({
    key: `stylesheets/${name}`,
    file: `${partsFolder}/${name}.css`,
    text,
  }))
}

/** A second minification of esbuild's output saves 3 %. */
const terserOptions = {
  module: true,
  ecma: 2022,
  compress: { passes: 3, pure_getters: true, unsafe_arrows: true },
}

/**
 * Returns every file as `{key, file, text}`: its role, its path below `/embed/` and its source.
 *
 * The chunks are in a folder named after the SHA-256 of `parts.json`, which lists the SHA-256 of
 * each chunk. So the entry contains a single digest, and the entry's own digest covers every byte
 * it loads.
 */
export async function bundleBrowser() {
  const languages = await bundleLanguages()
  const scripts = [
    ...(await Promise.all(await bundleCode(languages))),
    ...languages,
    ...(await bundleStylesheets()),
  ]
  const isPart = ({ file }) => file.startsWith(`${partsFolder}/`)
  const parts = scripts.filter(isPart)
  const [entry, ...others] = scripts.filter((script) => !isPart(script))
  const odd = parts.find(({ text }) => text.includes(partsFolder))
  if (others.length > 0 || entry?.file !== 'v1.js') throw new Error('there is one entry, v1.js')
  if (odd !== undefined) throw new Error(`${odd.key} names parts by a path: only the entry may`)

  const digests = parts.map(({ file, text }) => [basename(file), sha256(text)]).sort()
  const list = JSON.stringify(Object.fromEntries(digests))
  const folder = `v1/${sha256(list)}`
  const text = entry.text.replaceAll(partsFolder, folder)
  return [
    { ...entry, text },
    { key: 'pinned', file: `v1-${sha256(text)}.js`, text },
    ...parts.map((part) => ({ ...part, file: part.file.replace(partsFolder, folder) })),
    { key: 'parts', file: `${folder}/parts.json`, text: list },
  ]
}

export const gzipBytes = (text) => gzipSync(text, { level: 9 }).length
