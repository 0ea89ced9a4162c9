import t from '@vitrine/testing/t'
import { originOf, originsOf } from '../../src/server/origins.ts'

t.test('a site is typed or pasted in many ways, and is one origin', async (t) => {
  const typed: [string, string][] = [
    ['museum.example', 'https://museum.example'],
    ['  Museum.Example/shop?x=1#top ', 'https://museum.example'],
    ['http://museum.example/', 'http://museum.example'],
    ['https://museum.example:8443/a/b', 'https://museum.example:8443'],
    ['*.museum.example', 'https://*.museum.example'],
    ['localhost:5173', 'http://localhost:5173'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['localhost.example', 'https://localhost.example'],
    ['', ''],
    ['   ', ''],
  ]
  for (const [text, origin] of typed) t.equal(originOf(text), origin, text)
})

t.test('several sites are separated by lines, spaces or commas, each once', async (t) => {
  t.same(originsOf('a.example\n b.example, https://a.example/x;\n\nc.example'), [
    'https://a.example',
    'https://b.example',
    'https://c.example',
  ])
  t.same(originsOf(' \n , '), [])
})
