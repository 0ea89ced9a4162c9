import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Peer } from './carousels/peer.js'

/** A file for a browser; `path` such as `/embla.js`. */
export type Built = { path: string; text: string }

/** This file's folder: sources if run from source, otherwise compiled programs. */
const here = fileURLToPath(new URL('.', import.meta.url))

/** The files a page loads: program, stylesheet and any chunks loaded on demand. */
export const bundlePage = ({ file, styles, css = '' }: Peer): Promise<Built[]> =>
  bundle(file, [`import './pages/${file}.js'`, ...importsOf(styles)], css)

/** Total size of the library's scripts and styles, each minified and compressed with gzip -9. */
export async function weighLibrary({ file, library, styles }: Peer): Promise<number> {
  return gzipBytes(await bundle(file, [...library, ...importsOf(styles)]))
}

export const gzipBytes = (files: readonly Built[]): number =>
  files.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0)

const importsOf = (styles: readonly string[]) => styles.map((style) => `import '${style}'`)

/** @throws esbuild's errors. */
async function bundle(name: string, statements: readonly string[], css = ''): Promise<Built[]> {
  const { outputFiles } = await build({
    stdin: { contents: statements.join('\n'), resolveDir: here, loader: 'ts' },
    entryNames: name,
    chunkNames: `${name}-[hash]`,
    outdir: '/',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  })
  const files = outputFiles.map(({ path, text }) => ({ path, text }))
  return css === '' ? files : withCss(files, `/${name}.css`, css)
}

function withCss(files: readonly Built[], path: string, css: string): Built[] {
  const theirs = files.find((file) => file.path === path)
  const others = files.filter((file) => file !== theirs)
  return [...others, { path, text: `${theirs?.text ?? ''}${css}` }]
}
