import { gzipSync } from 'node:zlib'
import { filesOf } from './files.mjs'

const mostCss = 15
/** Permitted difference from the recorded size, as a part of it. */
const tolerance = 0.05

const KB = (bytes) => Math.round((10 * bytes) / 1024) / 10

/**
 * The bytes that a first visit of each page loads, after gzip.
 *
 * @param read the bytes of a file of the build.
 */
export function sizesOf(pages, manifest, read) {
  const known = new Map()
  const sizeOf = (file) => {
    const size = known.get(file) ?? gzipSync(read(file), { level: 9 }).length
    known.set(file, size)
    return size
  }
  const sum = (files) => KB(files.reduce((total, file) => total + sizeOf(file), 0))
  return pages.map((page) => {
    const { scripts, styles } = filesOf(manifest, page)
    const { name, most, now } = page
    return { name, most, now, count: scripts.length, js: sum(scripts), css: sum(styles) }
  })
}

/** A line for each page. */
export const reportOf = (sizes) =>
  sizes.map(({ name, count, js, css, now }) => {
    const change = Math.round((js - now) * 10) / 10
    const since = change === 0 ? 'as recorded' : `${change > 0 ? '+' : ''}${change} KB`
    const scripts = `${js.toFixed(1).padStart(6)} KB of scripts in ${count} files (${since})`
    return `${name.padEnd(38)} ${scripts}, ${css} KB of styles`
  })

/** Sizes above a limit, and sizes that differ from the recorded ones, so that growth is a decision. */
export const problemsOfSizes = (sizes) =>
  sizes.flatMap(({ name, js, css, most, now }) => [
    ...(js > most ? [`${name} loads ${js} KB of scripts; ${most} KB are allowed`] : []),
    ...(Math.abs(js - now) > now * tolerance
      ? [`${name} loads ${js} KB of scripts; ${now} KB are recorded (build/pages.mjs)`]
      : []),
    ...(css > mostCss ? [`${name} loads ${css} KB of styles; ${mostCss} KB are allowed`] : []),
  ])
