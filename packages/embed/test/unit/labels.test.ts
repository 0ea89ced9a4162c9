import { readdirSync } from 'node:fs'
import t from '@vitrine/testing/t'
import { labelsFor } from '../../src/labels/all.js'
import { fill, reword } from '../../src/labels/labels.js'

const files = readdirSync(new URL('../../src/labels/languages/', import.meta.url))
const languages = files.map((file) => file.slice(0, 2))

t.test('the name of an inherited property is not a language', async (t) => {
  for (const tag of ['constructor', 'toString', '__proto__'])
    t.equal(labelsFor(tag), labelsFor('en'))
})

t.test('every language has every label, with its placeholders', async (t) => {
  const lightbox = ['close', 'zoomIn', 'zoomOut', 'share', 'download', 'copied']
  const rare = [...lightbox, 'pause', 'all', 'filter', 'video', 'readMore']
  const names = [...Object.keys(labelsFor('en')), ...rare].sort()
  for (const language of languages) {
    const labels = labelsFor(language)
    // The English ones of few widgets are in the parts that use them.
    const own = [...Object.keys(labels), ...(language === 'en' ? rare : [])]
    t.strictSame(own.sort(), names, language)
    t.ok(
      Object.values(labels).every((label) => label.trim() !== ''),
      `${language} has no gap`,
    )
    t.match(labels.slideOf, /\{n\}.*\{count\}|\{count\}.*\{n\}/, language)
    t.match(labels.open, '{n}', language)
    if (language !== 'en') t.not(labels.next, labelsFor('en').next, `${language} is known`)
  }
})

t.test('the region is ignored; an unknown language falls back to English', async (t) => {
  t.equal(labelsFor('pt-BR'), labelsFor('pt'))
  t.equal(labelsFor('no'), labelsFor('nb'))
  for (const tag of ['', 'xx', 'zz-ZZ']) t.equal(labelsFor(tag), labelsFor('en'))
})

t.test('an owner’s wording is used if it is a string', async (t) => {
  const labels = reword(labelsFor('en'), { next: 'Onwards', prev: 3, open: null })
  t.match(labels, { next: 'Onwards', prev: labelsFor('en').prev, open: 'Enlarge picture {n}' })
})

t.test('placeholders are filled in', async (t) => {
  t.equal(fill('{n} of {count}', 3, 10), '3 of 10')
})
