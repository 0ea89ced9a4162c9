import { slugPattern } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { parseAst } from 'vite'
import { parse } from 'vue/compiler-sfc'
import { type Block, blocksOf, componentName, forms } from '../../src/embed-code/codes.ts'
import { hashesOf, policyOf } from '../../src/embed-code/policy.ts'
import { layouts } from '../../src/publishing/layout-words.ts'

const placeholder = 'YOUR_API_KEY'

type Given = { slug: string; layout: string; apiKey: string; base: string }

const given: fc.Arbitrary<Given> = fc.record({
  slug: fc.stringMatching(new RegExp(slugPattern), { maxLength: 40 }),
  layout: fc.constantFrom(...layouts),
  apiKey: fc.stringMatching(/^vk_[A-Za-z0-9_-]{8,40}$/),
  base: fc
    .webUrl({ validSchemes: ['https', 'http'] })
    .map((url) => new URL(url).origin)
    .chain((origin) => fc.constantFrom(origin, `${origin}:8443`)),
})

const codesOf = ({ slug, layout, apiKey, base }: Given, page = placeholder) => ({
  embed: {
    placeholder,
    apiKey: null,
    script: page,
    pinnedScript: `pinned ${page}`,
    snippet: page,
    place: '',
    iframe: page,
    iframeScript: '<script>resize()</script>',
  },
  widget: { slug, layout },
  base,
  apiKey,
  isPinned: false,
  isReserved: true,
})
const componentOf = (form: 'react' | 'vue', one: Given): Block => {
  const block = blocksOf(form, codesOf(one)).find(({ kind }) => kind === 'component')
  if (block === undefined) throw new Error('there is no component')
  return block
}

type Node = { type: string } & Record<string, unknown>

/** All nodes of a syntax tree. */
function* nodesOf(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return
  if ('type' in tree) yield tree as Node
  for (const part of Object.values(tree)) yield* nodesOf(part)
}

const literals = (tree: unknown): unknown[] =>
  [...nodesOf(tree)].filter(({ type }) => type === 'Literal').map(({ value }) => value)

/** Attributes of the widget's element in JSX, as React would set them. */
function jsxAttributes(tree: unknown): Record<string, unknown> {
  const attributes = [...nodesOf(tree)].filter(({ type }) => type === 'JSXAttribute')
  return Object.fromEntries(
    attributes.map(({ name, value }) => [
      (name as { name: string }).name,
      (value as { value: string }).value,
    ]),
  )
}

const expected = ({ slug, layout, apiKey }: Given) => ({ slug, 'api-key': apiKey, layout })

t.test('React: the parsed component has the values, the address and the name', async (t) => {
  fc.assert(
    fc.property(given, (one) => {
      const tree = parseAst(componentOf('react', one).code, { lang: 'jsx' })
      t.same(jsxAttributes(tree), expected(one))
      const names = [...nodesOf(tree)].filter(({ type }) => type === 'FunctionDeclaration')
      t.same(
        names.map(({ id }) => (id as { name: string }).name),
        [componentName(one.slug)],
      )
      return literals(tree).includes(`${one.base}/embed/v1.js`)
    }),
    { numRuns: 60 },
  )
})

t.test('Vue: the parsed component has the values and the address', async (t) => {
  fc.assert(
    fc.property(given, (one) => {
      const { descriptor, errors } = parse(componentOf('vue', one).code, { sourceMap: false })
      t.same(errors, [])
      const [element] = descriptor.template?.ast?.children ?? []
      if (element === undefined || !('props' in element)) return false
      const values = element.props.map((prop) => [
        prop.name,
        'value' in prop ? prop.value?.content : 'a binding',
      ])
      t.same([element.tag, Object.fromEntries(values)], ['vitrine-widget', expected(one)])
      return literals(parseAst(descriptor.scriptSetup?.content ?? '')).includes(
        `${one.base}/embed/v1.js`,
      )
    }),
    { numRuns: 60 },
  )
})

t.test(
  'a component has the file that its import names, and widgets have different ones',
  async (t) => {
    const slugs = fc.stringMatching(new RegExp(slugPattern), { maxLength: 20 })
    fc.assert(
      fc.property(given, slugs, (one, other) => {
        t.equal(componentOf('react', one).file, `${componentName(one.slug)}.jsx`)
        t.equal(componentOf('vue', one).file, `${componentName(one.slug)}.vue`)
        const letters = (slug: string) => slug.replaceAll('-', '')
        return (
          /^[A-Z][A-Za-z0-9]*$/.test(componentName(other)) &&
          (componentName(one.slug) !== componentName(other) || letters(one.slug) === letters(other))
        )
      }),
      { numRuns: 100 },
    )
    t.equal(componentName('2026-summer-show'), 'Widget2026SummerShow')
  },
)

t.test('a key stands where the placeholder was, letter by letter', async () => {
  const keys = fc.oneof(
    fc.constantFrom('$&', '$1', '$$', '$`', "$'", placeholder),
    fc.string({ maxLength: 20 }),
  )
  const around = fc.stringMatching(/^[a-z<>"=/ ]{0,10}$/)
  fc.assert(
    fc.property(keys, around, fc.constantFrom('script', 'snippet', 'iframe'), (key, text, form) => {
      const page = `${text}${placeholder}${text}${placeholder}`
      const one = { slug: 'summer', layout: 'GRID', apiKey: key, base: 'https://images.example' }
      const [block] = blocksOf(form, codesOf(one, page))
      return block?.code === `${text}${key}${text}${key}`
    }),
    { numRuns: 200 },
  )
})

t.test('a pinned script is another one, and a draft has no snippet', async (t) => {
  const one = { slug: 'summer', layout: 'GRID', apiKey: 'vk_1', base: 'https://images.example' }
  const codes = codesOf(one)
  t.same(blocksOf('script', { ...codes, isPinned: true }), [{ kind: 'page', code: 'pinned vk_1' }])
  const draft = { ...codes, embed: { ...codes.embed, snippet: null } }
  t.same(blocksOf('snippet', draft), [])
  for (const form of forms.filter((form) => form !== 'snippet')) {
    t.ok(blocksOf(form, draft).length > 0, `${form}: a draft has it`)
  }
})

t.test('a policy names the origin of the service, and nothing that is not needed', async (t) => {
  await fc.assert(
    fc.asyncProperty(given, fc.constantFrom(...forms), async (one, form) => {
      const policy = await policyOf(form, one.base, blocksOf(form, codesOf(one)))
      const sources = policy.flatMap((directive) => directive.sources)
      t.ok(sources.includes(one.base))
      const known = [one.base, `${one.base}/embed/`]
      return sources.every((source) => known.includes(source) || /^'sha256-.{44}'$/.test(source))
    }),
    { numRuns: 40 },
  )
})

t.test('the hash of inline code is that of its text, with any letters', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((one) => !one.includes('<'))
  await fc.assert(
    fc.asyncProperty(text, async (one) => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(one))
      const [hash] = await hashesOf(`<style>${one}</style>`, 'style')
      const wanted = `'sha256-${Buffer.from(digest).toString('base64')}'`
      return one === '' ? hash === undefined || hash === wanted : hash === wanted
    }),
    { numRuns: 60 },
  )
})
