import { createServer } from 'node:http'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { createCodes, type WidgetCodes } from '../../src/demo-site/codes.js'
import { createDemoSite, sitePaths } from '../../src/demo-site/site.js'
import { listen } from '../../src/router/listen.js'

const base = 'http://vitrine.test'
const slugs = ['demo-carousel', 'demo-grid', 'demo-masonry']

const codesOf = (slug: string): WidgetCodes => ({
  slug,
  name: `<${slug}>`,
  layout: 'GRID',
  config: {},
  editor: `${base}/console/p/p1/widgets/${slug}`,
  script: `<script type="module" src="x.js"></script><vitrine-widget slug="${slug}" style="a:b">`,
  snippet: `<vitrine-widget slug="${slug}"><template><style>p{}</style></template>`,
  iframe: `<iframe src="/embed/${slug}" style="a:b"></iframe>`,
  iframeScript: '<script>listen()</script>',
})

async function open(t: Test, readCodes = async (_: string) => slugs.map(codesOf)) {
  const { port, close } = await listen(createDemoSite({ base, readCodes }), 0)
  t.teardown(close)
  return (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
}

t.test('every page responds and names each widget', async (t) => {
  const visit = await open(t)
  t.equal(sitePaths.length, 17)
  for (const path of sitePaths) {
    const answer = await visit(path)
    t.equal(answer.status, 200, path)
    const page = await answer.text()
    t.match(page, /^<!doctype html>/)
    if (path !== '/') for (const slug of slugs) t.match(page, slug, path)
    else for (const other of sitePaths.slice(1)) t.match(page, `href="${other}"`)
    t.notMatch(page, '<demo-grid>', 'names are escaped')
  }
})

t.test('each page contains its form of embed code', async (t) => {
  const visit = await open(t)
  const table = {
    script: '<vitrine-widget slug="demo-grid" style="a:b">',
    snippet: '<vitrine-widget slug="demo-grid"><template><style>',
    iframe: '<iframe src="/embed/demo-grid" style="a:b">',
  }
  for (const [form, code] of Object.entries(table)) {
    const page = await (await visit(`/ordinary/${form}`)).text()
    t.match(page, code)
    t.equal(page.includes('listen()'), form === 'iframe', 'only iframe pages listen to frames')
  }
})

t.test(
  'under the strict policy scripts and styles have the nonce, and none is inline',
  async (t) => {
    const visit = await open(t)
    for (const form of ['script', 'snippet', 'iframe']) {
      const answer = await visit(`/strict-csp/${form}`)
      const policy = answer.headers.get('content-security-policy') ?? ''
      const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(policy) ?? []
      t.match(policy, "require-trusted-types-for 'script'")
      const page = await answer.text()
      for (const [tag] of page.matchAll(/<(?:script|style)[^>]*>/g))
        t.match(tag, `nonce="${nonce}"`)
      t.notMatch(page, ' style=')
      t.not((await visit(`/strict-csp/${form}`)).headers.get('content-security-policy'), policy)
    }
    t.equal((await visit('/ordinary/script')).headers.get('content-security-policy'), null)
  },
)

t.test('pages declare their language, direction and colours', async (t) => {
  const languages: string[] = []
  const visit = await open(t, async (language) => {
    languages.push(language)
    return slugs.map(codesOf)
  })
  t.match(await (await visit('/rtl/script')).text(), '<html lang="ar" dir="rtl" class="light">')
  t.match(await (await visit('/dark/script')).text(), '<html lang="en" dir="ltr" class="dark">')
  t.match(await (await visit('/hostile-css/script')).text(), 'href="/hostile.css"')
  t.same(languages, ['ar', 'en', 'en'])
  for (const path of ['/site.css', '/hostile.css', '/icon.svg']) {
    t.equal((await visit(path)).status, 200, path)
  }
})

t.test('one page has sixty widgets', async (t) => {
  const page = await (await (await open(t))('/many')).text()
  t.equal([...page.matchAll(/<vitrine-widget /g)].length, 60)
})

t.test('an unknown page is a 404, and an unreadable demo a 503', async (t) => {
  const visit = await open(t, () => Promise.reject(new Error('no login')))
  for (const path of ['/nothing', '/ordinary', '/ordinary/other', '/__proto__']) {
    t.equal((await visit(path)).status, 404, path)
  }
  const refused = await visit('/ordinary/script')
  t.equal(refused.status, 503)
  t.match(await refused.json(), { message: 'The demo could not be read: no login.' })
})

t.test('the embed codes come from the management API and contain the demo’s key', async (t) => {
  const asked: (string | undefined)[] = []
  const api = createServer((request, response) => {
    const { url = '', headers } = request
    asked.push(url)
    const isIn = headers.authorization === 'Bearer good'
    if (url === '/api/auth/login') return response.end('{"accessToken":"good"}')
    if (!isIn) return response.writeHead(401).end('{}')
    if (!url.includes('/embed')) {
      const content = ['draft', 'two', 'one'].map((slug) => ({ id: slug, slug, name: slug }))
      return response.end(JSON.stringify({ content }))
    }
    const [script, iframe] = ['a KEY', 'b KEY']
    const snippet = url.includes('/draft/') ? null : 'KEY KEY'
    return response.end(JSON.stringify({ placeholder: 'KEY', script, iframe, snippet }))
  })
  const demo = { email: 'a@b.example', password: 'p', projectId: 'p1', apiKey: 'pk_x' }
  const readCodes = createCodes(
    `http://127.0.0.1:${await listening(t, api)}`,
    {
      ...demo,
      slugs: ['one', 'draft'],
      missing: [],
    },
    '60rem',
  )
  t.match(await readCodes('de'), [
    {
      slug: 'one',
      editor: /\/console\/p\/p1\/widgets\/one$/,
      script: 'a pk_x',
      iframe: 'b pk_x',
      snippet: 'pk_x pk_x',
    },
    { slug: 'draft', snippet: '<p>A draft has no snippet.</p>' },
  ])
  t.ok(asked.includes('/api/projects/p1/widgets/one/embed?lang=de&width=60rem'))
  await readCodes('en')
  t.equal(asked.filter((url) => url === '/api/auth/login').length, 1, 'one login is enough')
})
