/** Asks for the account and the first data before the modules are there. Its build is `vite.early.config.ts`. */
export const early = 'src/first-load/early.ts'

/** The files of a page: the entry, what stands around the page, the page, and all that they import. */
export function filesOf(manifest, { source, around, isBehindSignIn }) {
  const seen = new Map()
  const add = (key) => {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`the build has no ${key}`)
    if (seen.has(key)) return
    seen.set(key, chunk)
    for (const one of chunk.imports ?? []) add(one)
  }
  const first = isBehindSignIn ? [early] : []
  for (const key of [...first, 'index.html', ...around, source]) add(key)
  const chunks = [...seen.values()]
  return {
    scripts: [...new Set(chunks.map(({ file }) => file))],
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
  }
}

const preload = (file) => `<link rel="modulepreload" crossorigin href="/console/${file}">`
/** Most texts are in its letters. Loaded late, it would move what stands beside them. */
const textFont = /inter-latin-wght-normal[^/]*\.woff2$/
const fontPreload = (file) =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="/console/${file}">`
const sheet = (file) => `<link rel="stylesheet" crossorigin href="/console/${file}">`

/** The page that every address has, with the files of one page in its head: they load at once. */
export function htmlOf(index, manifest, page) {
  const { scripts, styles } = filesOf(manifest, page)
  const missing = (file) => !index.includes(`/console/${file}"`)
  const entry = manifest[early].file
  const first = page.isBehindSignIn ? [`<script crossorigin src="/console/${entry}"></script>`] : []
  const font = Object.values(manifest).find(({ file }) => textFont.test(file))
  const lines = [
    ...(font === undefined ? [] : [fontPreload(font.file)]),
    ...scripts.filter((file) => file !== entry && missing(file)).map(preload),
    ...styles.filter(missing).map(sheet),
  ]
  // Behind the pages of the shell, until they are there. The editor folds the navigation.
  const wide = page.source.endsWith('editor-page.tsx') ? ' data-wide' : ''
  const frame = page.around.includes('src/shell/shell.tsx')
    ? `<div id="frame" aria-hidden="true"${wide}></div>\n`
    : ''
  const written = (all) => all.map((line) => `${line}\n  `).join('')
  return index
    .replace('<script type="module"', `${written(first)}<script type="module"`)
    .replace('<noscript>', `${frame}<noscript>`)
    .replace('</head>', `  ${written(lines).trimEnd()}\n</head>`)
}
