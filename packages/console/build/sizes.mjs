import { gzipSync } from 'node:zlib'
import { filesOf } from './files.mjs'
import { pages } from './pages.mjs'

const mostCss = 15
const growth = 1.05

const KB = (bytes) => Math.round((10 * bytes) / 1024) / 10

/** @param read the bytes of a file of the build. */
export function problemsOfSizes(manifest, read) {
  const size = (files) =>
    files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)
  const lines = pages.map((page) => {
    const { scripts, styles } = filesOf(manifest, page)
    return { ...page, count: scripts.length, js: KB(size(scripts)), css: KB(size(styles)) }
  })
  for (const { name, count, js, css } of lines) {
    const sizes = `${String(js).padStart(6)} KB of scripts in ${count} files, ${css} KB of styles`
    process.stdout.write(`${name.padEnd(12)} ${sizes}\n`)
  }
  return lines.flatMap(({ name, js, css, most, now }) => [
    ...(js > most ? [`${name} loads ${js} KB of scripts; ${most} KB are allowed`] : []),
    ...(js > now * growth
      ? [`${name} loads ${js} KB of scripts; it was ${now} KB (build/pages.mjs)`]
      : []),
    ...(css > mostCss ? [`${name} loads ${css} KB of styles; ${mostCss} KB are allowed`] : []),
  ])
}
