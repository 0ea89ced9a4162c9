import { readdirSync, readFileSync } from 'node:fs'
import t from '@vitrine/testing/t'
import { layoutNames } from '../../src/published.js'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const [module] = JSON.parse(read('custom-elements.json')).modules
const [element] = module.declarations
const source = read('src/element/vitrine-widget.ts')
const namesOf = (list: { name: string }[]) => list.map(({ name }) => name).sort()
const found = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort()

t.test('the manifest has every attribute that the element reads', async (t) => {
  const code = source + read('src/element/show.ts')
  const observed =
    found(source, /observedAttributes = \[([^\]]*)\]/g)
      .join()
      .match(/(?<=')[a-z-]+(?=')/g) ?? []
  const asked = found(code, /getAttribute\('([a-z-]+)'\)/g)
  t.strictSame(namesOf(element.attributes), [...new Set([...observed, ...asked])].sort())
})

t.test('the manifest has every public member and every event', async (t) => {
  const members = found(source, /^ {2}(?:async |get |set )?([a-z]+)\(/gm).filter(
    (name) => name !== 'constructor',
  )
  t.strictSame(namesOf(element.members), members)
  const events = found(source, /#tell\('([a-z]+)'/g).map((name) => `vitrine-${name}`)
  t.strictSame(namesOf(element.events), events)
})

t.test('the manifest has every part that a template names', async (t) => {
  const named = found(
    ['arrangement/above', 'arrangement/arrangement', 'carousel/variant']
      .map((file) => read(`src/${file}.ts`))
      .join(''),
    /part: '([a-z]+)'/g,
  )
  const [, classes = ''] = /\(([a-z|?]+)\)\(\?!/.exec(read('src/markup/markup.ts')) ?? []
  const ofClasses = classes
    .split('|')
    .flatMap((name) => (name.endsWith('?') ? [name.slice(0, -1), name.slice(0, -2)] : [name]))
  t.strictSame(namesOf(element.cssParts), [...named, ...ofClasses].sort())
})

t.test('the manifest has every custom property that a stylesheet reads', async (t) => {
  const folder = new URL('../../src/styles/', import.meta.url)
  const styles = readdirSync(folder)
    .filter((file) => file.endsWith('.css'))
    .map((file) => read(`src/styles/${file}`))
    .concat(read('src/layouts/insets.ts'))
  const used = found(styles.join(''), /var\((--vitrine-[a-z-]+)/g)
  // Derived from the background and from the sizes of pictures, not for a page to set.
  const internal = ['--vitrine-ink', '--vitrine-fit', '--vitrine-px', '--vitrine-share']
  t.strictSame(
    namesOf(element.cssProperties),
    used.filter((name) => !internal.includes(`${name}`)),
  )
})

t.test('the types have the attributes, members and events of the manifest', async (t) => {
  const types = read('v1.d.ts')
  const bodyOf = (name: string) =>
    new RegExp(`interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(types)?.[1] ?? ''
  const ofHtml = ['dir', 'lang']
  t.strictSame(
    found(bodyOf('VitrineWidgetAttributes'), /^ {2}'?([a-z-]+)'?\?:/gm),
    namesOf(element.attributes).filter((name) => !ofHtml.includes(name)),
  )
  t.strictSame(
    found(bodyOf('VitrineWidget'), /^ {2}([a-z]+)(?:\(\)|:)/gm),
    namesOf(element.members),
  )
  const plain = (text: string) =>
    text.replaceAll(/[;,]/g, ',').replaceAll('VitrineLayout', 'string')
  const events = [...bodyOf('VitrineWidgetEventMap').matchAll(/^ {2}'(.+)': (.*)$/gm)]
  t.strictSame(
    events.map(([, name = '', type = '']) => [name, plain(type)]),
    (element.events as { name: string; type: { text: string } }[]).map(({ name, type }) => [
      name,
      plain(type.text),
    ]),
  )
  const layouts = bodyOf('VitrineWidgetAttributes') && types.match(/'[A-Z_]+'/g)?.slice(0, 6)
  t.strictSame(
    layouts,
    layoutNames.map((name) => `'${name}'`),
  )
})
