import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'

const place = 'words/compiled.ts'
/** The first argument of `t`, on one line or on the next. */
const said = /\bt\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g

/** All words of the sources, in the form in which they are written there. */
export function wordsIn(source) {
  return [...source.matchAll(said)].map(([, single, double]) =>
    (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
  )
}

const sources = join(import.meta.dirname, '../src')

/** The catalogue: all words of the sources, once each. */
export function allWords(folder = sources) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => /\.tsx?$/.test(file))
  const words = files.flatMap((file) => wordsIn(readFileSync(join(folder, file), 'utf8')))
  return [...new Set(words)].sort()
}

/**
 * Words with plurals, compiled at build, so that no page carries the compiler. `t` itself fills in the parameters of
 * others, see `words/words.ts`.
 */
export function compiledWords(folder = sources) {
  const compileAll = () => {
    const formatted = allWords(folder).filter((word) => word.includes(', plural,'))
    return Object.fromEntries(formatted.map((word) => [word, compileMessage(word)]))
  }
  const file = join(folder, place)
  return {
    name: 'compiled-words',
    load: (id) =>
      id === file ? `export const compiled = ${JSON.stringify(compileAll())}` : undefined,
    handleHotUpdate({ server }) {
      const module = server.moduleGraph.getModuleById(file)
      if (module) server.moduleGraph.invalidateModule(module)
    },
  }
}
