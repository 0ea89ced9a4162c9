import t from '@vitrine/testing/t'
import { blocksOf, forms, type Options } from '../../src/embed-code/codes.ts'
import { languages, ownLanguage } from '../../src/embed-code/languages.ts'
import { hashesOf, policyOf } from '../../src/embed-code/policy.ts'
// With its language.
import '../../src/words/words.ts'

const placeholder = 'YOUR_API_KEY'
const options: Options = {
  embed: {
    placeholder,
    apiKey: null,
    script: `<script src="https://images.example/embed/v1.js"></script>${placeholder}`,
    pinnedScript: `<script integrity="sha256-x"></script>${placeholder}`,
    snippet: `<style>a{}</style>${placeholder} ${placeholder}`,
    place: '<svg display="block" viewBox="0 0 1 2" width="100%"></svg>',
    iframe: `<iframe src="?api_key=${placeholder}"></iframe>`,
    iframeScript: '<script>resize()</script>',
  },
  widget: { slug: 'summer', layout: 'GRID' },
  base: 'https://images.example',
  apiKey: 'pk_1',
  isPinned: false,
  isReserved: true,
}

t.test('a form says which files it is for', async (t) => {
  const of = (form: (typeof forms)[number]) =>
    blocksOf(form, options).map(({ kind, file }) => [kind, file])
  t.same(of('script'), [['page', undefined]])
  t.same(of('iframe'), [
    ['page', undefined],
    ['page', undefined],
  ])
  t.same(of('react'), [
    ['component', 'Summer.jsx'],
    ['types', 'vitrine.d.ts'],
  ])
  t.same(of('vue'), [
    ['component', 'Summer.vue'],
    ['types', 'vitrine.d.ts'],
    ['config', 'vite.config.js'],
  ])
})

t.test('a snippet without inline styles needs those of the service', async (t) => {
  const embed = { ...options.embed, snippet: '<link rel="stylesheet" href="/embed/x.css">' }
  const policy = await policyOf('snippet', options.base, blocksOf('snippet', { ...options, embed }))
  t.match(policy, [{}, {}, {}, { name: 'style-src', sources: [`${options.base}/embed/`] }])
})

t.test(
  'a policy names the service once for each thing, and inline styles by their hash',
  async (t) => {
    for (const form of forms) {
      const policy = await policyOf(form, options.base, blocksOf(form, options))
      const names = policy.map(({ name }) => name)
      t.equal(new Set(names).size, names.length, form)
      t.equal(names.includes('frame-src'), form === 'iframe')
      t.equal(names.includes('style-src'), form === 'snippet')
      for (const { sources } of policy) {
        for (const source of sources)
          t.match(source, /^(https:\/\/images\.example|'sha256-.{44}'$)/)
      }
    }
  },
)

t.test('a policy allows what the code loads', async (t) => {
  const { base } = options
  t.same(await policyOf('script', base, []), [
    { name: 'script-src', sources: [`${base}/embed/`] },
    { name: 'connect-src', sources: [base] },
    { name: 'img-src', sources: [base] },
  ])
})

t.test('an inline script has one hash, however often it is there', async (t) => {
  const once = await hashesOf('<script>a()</script>', 'script')
  t.equal(once.length, 1)
  t.same(await hashesOf('<script>a()</script><script nonce="x">a()</script>', 'script'), once)
  t.same(await hashesOf('<style>a()</style>', 'script'), [])
  t.same(await hashesOf('<script src="/a"></script>', 'script'), [], 'without content of its own')
})

t.test('languages are in the order of their names, and one of them is the reader’s', async (t) => {
  t.intercept(globalThis, 'navigator', { value: { language: 'de-AT' }, configurable: true })
  const list = languages()
  t.equal(list.length, 21)
  t.same(
    list.map(({ label }) => label),
    list.map(({ label }) => label).sort((a, b) => a.localeCompare(b)),
  )
  t.equal(ownLanguage(), 'de')
})

t.test('the language of the reader is compared whole', async (t) => {
  const own: [reader: string, tag: string][] = [
    ['de', 'de'],
    ['de-CH', 'de'],
    ['pt-BR', 'pt'],
    ['zh-Hant-TW', 'zh'],
    ['PL', 'pl'],
    ['fil-PH', 'en'],
    ['arn', 'en'],
    ['no', 'nb'],
    ['nb-NO', 'nb'],
    ['nn-NO', 'nb'],
    ['gsw', 'en'],
    ['', 'en'],
  ]
  for (const [language, tag] of own) {
    t.intercept(globalThis, 'navigator', { value: { language }, configurable: true })
    t.equal(ownLanguage(), tag, language)
  }
})
