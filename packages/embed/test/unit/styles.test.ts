import { readdirSync, readFileSync } from 'node:fs'
import t from '@vitrine/testing/t'

const folder = new URL('../../src/styles/', import.meta.url)
const classesOf = (files: readonly string[]): Set<string> =>
  new Set(
    files.flatMap((file) => {
      const css = readFileSync(new URL(file, folder), 'utf8').replace(/\/\*.*?\*\//gs, '')
      return css.match(/\.[a-z][\w-]*(?=[^{};]*\{)/g) ?? []
    }),
  )

t.test('the lightbox, whose styles stay in the widget, has classes of its own', async (t) => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.css'))
  const others = classesOf(files.filter((file) => file !== 'lightbox.css'))
  const shared = [...classesOf(['lightbox.css'])].filter((name) => others.has(name))
  t.strictSame(shared.sort(), ['.arrow', '.control', '.failed', '.next'], 'but these')
})
