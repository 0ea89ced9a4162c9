import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { allWords, wordsIn } from '../../build/compiled-words.mjs'

const source = join(import.meta.dirname, '../../src')

t.test('words are found as they are written', async (t) => {
  t.same(wordsIn(`t('One') + t(\n  "it's {n}", { n })`), ['One', "it's {n}"])
})

t.test('every call has its words as a literal, so that the build finds them', async (t) => {
  for (const file of readdirSync(source, { recursive: true }).map(String)) {
    if (!/\.tsx?$/.test(file) || file.endsWith('words.ts')) continue
    const text = readFileSync(join(source, file), 'utf8')
    t.equal(wordsIn(text).length, [...text.matchAll(/\bt\(/g)].length, file)
  }
})

t.test('a counted thing has its singular', async (t) => {
  const things = 'pictures|widgets|views|clicks|keys|members|files|folders|projects|changes'
  const counted = new RegExp(`\\{\\w+\\} (?:${things})\\b`)
  const isPlural = (words: string) => words.includes(', plural,')
  // A limit is never one, and "1 of 1 widgets" is right.
  const isLimit = (words: string) => /\{most|of \{all\}/.test(words)
  t.same(
    allWords().filter((words) => counted.test(words) && !isPlural(words) && !isLimit(words)),
    [],
  )
})
