import { createHash } from 'node:crypto'
import { createApiKey } from '@vitrine/contracts'
import { freshName, png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, dead, publicUrl } from '../build.js'
import { browser, fetchOverConnection } from '../fetch-over-connection.js'
import { createTenant } from '../tenant.js'

const picture = await png({ width: 8, height: 8 })
const layouts = [
  ...(['CAROUSEL', 'SLIDER', 'GRID', 'MASONRY'] as const),
  ...(['LIST_VERTICAL', 'LIST_HORIZONTAL'] as const),
]

const app = await build(t)
const tenant = await createTenant(t)
const project = await tenant.addProject()
const { key } = await project.addKey()

t.test('a page holds every picture and caption of its widget, in every layout', async (t) => {
  const altTexts = ['A <dune> & "sand"', 'Zwei Möwen 🐦']
  const assetIds = await Promise.all(
    altTexts.map((altText) => project.addAsset(picture, { altText })),
  )
  for (const layout of layouts) {
    const config = { showCaptions: true }
    const { slug } = await project.addWidget({ layout, assetIds, config })
    const { status, headers, text } = await fetchOverConnection(
      app,
      `/embed/${slug}?api_key=${key}`,
      browser,
    )
    t.equal(status, 200, layout)
    t.equal(headers['content-type'], 'text/html; charset=utf-8')
    for (const id of assetIds) {
      t.match(text, `src="${publicUrl}/api/v1/deliver/${project.id}/${id}?`, layout)
    }
    t.match(text, '>A &lt;dune&gt; &amp; &quot;sand&quot;</span>')
    t.match(text, '>Zwei Möwen 🐦</span>')
    t.notMatch(text, key, 'the key is not in it')
  }
})

t.test('a page’s policy names each of its inline parts, and no others', async (t) => {
  const evil = '</script></style><script>alert(1)</script>'
  const { slug } = await project.addWidget({
    config: { ariaLabel: evil, labels: { next: evil } },
    theme: { backgroundColor: evil, padding: 3 },
  })
  const { headers, text } = await fetchOverConnection(app, `/embed/${slug}?api_key=${key}`, browser)
  const policy = String(headers['content-security-policy'])
  const inline = [...text.matchAll(/<(?:style|script)>([\s\S]*?)<\/(?:style|script)>/g)]
  t.equal(inline.length, 3)
  for (const [, source = ''] of inline) {
    t.match(policy, `'sha256-${createHash('sha256').update(source).digest('base64')}'`)
  }
  t.match(policy, /^default-src 'none'; /)
  t.match(policy, `script-src ${publicUrl}/embed/ 'sha256-`)
  t.match(policy, "require-trusted-types-for 'script'")
  t.notMatch(policy, 'unsafe')
  t.notMatch(text, evil)
})

t.test('a page may be framed where its key may be used, checked by the Referer', async (t) => {
  const allowedOrigins = ['https://a.example', 'https://*.b.example']
  const [anywhere, somewhere] = [await project.addKey(), await project.addKey({ allowedOrigins })]
  const { slug } = await project.addWidget()
  const cases: [key: string, referer: string | undefined, ancestors: string | null][] = [
    [anywhere.key, undefined, '*'],
    [somewhere.key, 'https://a.example/page', 'https://a.example https://*.b.example'],
    [somewhere.key, 'https://x.b.example/', 'https://a.example https://*.b.example'],
    [somewhere.key, 'https://c.example/', null],
    [somewhere.key, undefined, null],
  ]
  for (const _ of ['cold', 'warm']) {
    for (const [key, referer, ancestors] of cases) {
      const { status, headers } = await fetchOverConnection(app, `/embed/${slug}?api_key=${key}`, {
        ...browser,
        ...(referer !== undefined && { referer }),
      })
      t.equal(status, ancestors === null ? 403 : 200, `from ${referer}`)
      const [, said] = /frame-ancestors ([^;]*)/.exec(`${headers['content-security-policy']}`) ?? []
      t.equal(said, ancestors ?? '*', `from ${referer}`)
    }
  }
})

t.test('no config key breaks a page', async (t) => {
  for (const name of ['toString', 'constructor', 'valueOf', 'hasOwnProperty', '__proto__']) {
    const config = JSON.parse(`{"${name}":1,"labels":{"${name}":"x"}}`)
    const { slug } = await project.addWidget({ config, theme: JSON.parse(`{"${name}":1}`) })
    const { status } = await fetchOverConnection(app, `/embed/${slug}?api_key=${key}`, browser)
    t.equal(status, 200, name)
  }
})

t.test('a page shows no file name that changes the direction of text', async (t) => {
  const id = await project.addAsset(picture, { filename: 'photo\u202egpj.exe' })
  const { slug } = await project.addWidget({ assetIds: [id] })
  const headers = { 'x-api-key': key }
  const widget = await fetchOverConnection(app, `/api/v1/widgets/${slug}`, headers)
  t.match(JSON.parse(widget.text).assets, [{ filename: 'photogpj.exe' }])
  const page = await fetchOverConnection(app, `/embed/${slug}?api_key=${key}`, browser)
  t.notMatch(page.text, /\u202e|\\u202e/i)
})

t.test('an invalid origin stored by an earlier release is not added to the policy', async (t) => {
  const { slug } = await project.addWidget()
  const allowedOrigins = ['https://a;sandbox', 'https://a.example']
  const { key } = await project.addKey({ allowedOrigins })
  const referer = 'https://a.example/'
  const { headers } = await fetchOverConnection(app, `/embed/${slug}?api_key=${key}`, {
    ...browser,
    referer,
  })
  t.match(headers['content-security-policy'], /frame-ancestors https:\/\/a\.example$/)
})

t.test('a page is refused for the same reasons as a widget, with the same status', async (t) => {
  const foreign = await (await tenant.addProject()).addKey()
  const { slug } = await project.addWidget()
  const cases: [path: string, status: number, code: string][] = [
    [slug, 401, 'API_KEY_INVALID'],
    [`${slug}?api_key=${createApiKey().key}`, 401, 'API_KEY_INVALID'],
    [`${slug}?api_key=${key}&api_key=${key}`, 401, 'API_KEY_INVALID'],
    [`${slug}?api_key=${foreign.key}`, 403, 'API_KEY_OF_OTHER_PROJECT'],
    [`${freshName('nothing')}?api_key=${key}`, 404, 'WIDGET_NOT_FOUND'],
    [`${slug}?api_key=${key}&lang=%3Cb%3E`, 400, 'VALIDATION_FAILED'],
  ]
  for (const [path, status, code] of cases) {
    const page = await fetchOverConnection(app, `/embed/${path}`, browser)
    t.equal(page.status, status, path)
    t.match(page.headers, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': /frame-ancestors \*$/,
    })
    t.match(page.text, '<h1>These pictures are not available.</h1>')
    t.notMatch(page.text, key)
    for (const accept of ['application/json', '*/*']) {
      const json = await fetchOverConnection(app, `/embed/${path}`, { accept })
      t.match(JSON.parse(json.text), { status, code, path: `/embed/${path.split('?')[0]}` })
    }
    const head = await fetchOverConnection(app, `/embed/${path}`, browser, 'HEAD')
    t.match(head, { status, text: '' })
  }
})

t.test('without lookups a page is a 503 with a time to retry', async (t) => {
  const app = await build(t, { ...dead.postgres, ...dead.redis })
  const page = await fetchOverConnection(app, `/embed/any?api_key=${createApiKey().key}`, browser)
  t.equal(page.status, 503)
  t.match(page.headers['retry-after'], /^[1-9]\d*$/)
  t.match(page.text, 'Please try again in a moment.')
})

t.test('a page is revalidated each time, and not sent again', async (t) => {
  const { slug, id } = await project.addWidget()
  const path = `/embed/${slug}?api_key=${key}`
  const first = await fetchOverConnection(app, path, browser)
  const sent = { ...browser, 'if-none-match': String(first.headers.etag) }
  const again = await fetchOverConnection(app, path, sent)
  t.equal(again.status, 304)
  t.equal(again.text, '')
  // A browser replaces its stored header fields by those of a 304.
  for (const name of ['content-security-policy', 'cache-control', 'etag', 'vary'] as const) {
    t.equal(again.headers[name], first.headers[name], name)
  }
  t.equal(first.headers['cache-control'], 'private, no-cache')
  const head = await fetchOverConnection(app, path, browser, 'HEAD')
  t.match(head, { status: 200, text: '', headers: { etag: first.headers.etag } })
  await project.editWidget(id, { config: { columns: 2 } })
  t.equal((await fetchOverConnection(app, path, sent)).status, 200)
})

t.test('the page has the color scheme of the theme', async (t) => {
  const cases = [
    [{}, 'light'],
    [{ colorScheme: 'dark' }, 'dark'],
    [{ color_scheme: 'auto' }, 'light dark'],
    [{ colorScheme: '"><script>' }, 'light'],
  ] as const
  for (const [theme, scheme] of cases) {
    const { slug } = await project.addWidget({ theme })
    const { text } = await fetchOverConnection(app, `/embed/${slug}?api_key=${key}`, browser)
    t.match(text, `<meta name="color-scheme" content="${scheme}">`)
  }
})

t.test('the page uses the requested language', async (t) => {
  const { slug } = await project.addWidget()
  const html = async (query: string) =>
    (await fetchOverConnection(app, `/embed/${slug}?api_key=${key}${query}`, browser)).text
  t.match(await html(''), '<html lang="en">')
  t.match(await html('&lang=de-AT'), '<html lang="de">')
  t.equal(await html('&lang=de-any12'), await html('&lang=de'), 'one page for each language')
  t.equal(await html('&lang=aa-123456'), await html(''))
  t.match(await html('&lang=ar'), '<html lang="ar" dir="rtl">')
  t.not(await html('&lang=de'), (await html('')).replace('lang="en"', 'lang="de"'))
})
