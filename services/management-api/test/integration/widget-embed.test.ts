import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { publicUrl } from '../build.js'
import { createApiKey, createProject, createWidget, type SentAsset, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { app, owner, project } = await createScene(t)
const widgets = `/api/projects/${project.id}/widgets`
const embed = (id: string, query = '') => owner.get(`${widgets}/${id}/embed?${query}`)
const publish = (id: string) => owner.put(`${widgets}/${id}/publish`)

/** The codes of a widget with one image that has an alternative text. */
async function publishWidget(input: Parameters<typeof createWidget>[2] = {}) {
  const { id: assetId } = await upload(owner, project.id)
  await owner.put(`/api/projects/${project.id}/assets/${assetId}`, { altText: 'Dunes & "sand"' })
  const widget = await createWidget(owner, project.id, { assetIds: [assetId], ...input })
  await publish(widget.id)
  return { ...widget, assetId }
}

t.test('a published widget has codes in three forms', async (t) => {
  const { id, slug, assetId } = await publishWidget({
    name: 'Our "best" <pictures>',
    layout: 'CAROUSEL',
    config: { show_captions: true, lightbox: true },
  })
  const { statusCode, body } = await embed(id)
  t.equal(statusCode, 200)
  const { script, snippet, iframe, iframeScript, placeholder } = JSON.parse(body)
  t.equal(placeholder, 'YOUR_API_KEY')
  const loader = `<script type="module" src="${publicUrl}/embed/v1.js"></script>`
  const element = `<vitrine-widget slug="${slug}" api-key="YOUR_API_KEY"`
  t.match(script, `${loader}\n${element} layout="CAROUSEL"><template`)
  const answer = `${publicUrl}/api/v1/widgets/${slug}?api_key=YOUR_API_KEY`
  t.match(script, `<link rel="preload" as="fetch" href="${answer}" crossorigin="anonymous">`)

  const image = `${publicUrl}/api/v1/deliver/${project.id}/${assetId}`
  const late = loader.replace('></script>', ' fetchpriority="low"></script>')
  t.match(snippet, late, 'the pictures come first')
  t.match(snippet, `${element}><template shadowrootmode="open"><style>`)
  t.match(snippet, `<link rel="preload" as="image" href="${image}?`)
  t.match(snippet, `<img src="${image}?`)
  const { placeholder: painted } = (
    await owner.get(`/api/projects/${project.id}/assets/${assetId}`)
  ).json<SentAsset>()
  t.match(snippet, `--vitrine-placeholder:${painted?.color}`, 'the dominant colour')
  t.match(
    snippet,
    /<\/style><style>\.p0\{--a:rgb\(\d+,\d+,\d+\);[^<]+radial-gradient[^<]+<\/style>/,
  )
  t.match(snippet, 'alt="Dunes &amp; &quot;sand&quot;"')
  t.match(snippet, '>Dunes &amp; &quot;sand&quot;</span>', 'the caption')
  t.match(snippet, `<a class="open" href="${image}?`, 'the link')

  const address = `${publicUrl}/embed/${slug}?api_key=YOUR_API_KEY&amp;lang=en`
  t.match(iframe, /^<span class="vitrine-frame" style="position:relative;[^"]+"><iframe /)
  t.match(iframe, `<iframe src="${address}" title="Our &quot;best&quot; &lt;pictures&gt;"`)
  t.match(iframeScript, /^<script>[\s\S]*<\/script>$/)
  t.match(iframeScript, 'contentWindow !== source', 'only the frames themselves are heard')
})

t.test('a script asks for the first picture early if the width is known', async (t) => {
  const { id, assetId, slug, layout } = await publishWidget({ layout: 'CAROUSEL' })
  const picture = `<link rel="preload" as="image" href="${publicUrl}/api/v1/deliver/${project.id}/${assetId}?`
  const scripts = async (query: string) => {
    const { script, pinnedScript } = (await embed(id, query)).json()
    return [script, pinnedScript]
  }
  for (const script of await scripts('width=1px')) t.match(script, picture)
  for (const script of await scripts('')) t.notMatch(script, 'as="image"', 'of unknown width')
  const fields = { name: 'a', slug, layout, assetIds: [assetId], theme: {} }
  await owner.put(`${widgets}/${id}`, { ...fields, config: { order: 'random' } })
  for (const script of await scripts('width=1px')) {
    t.notMatch(script, 'as="image"', 'another one for each visitor')
  }
  await owner.put(`${widgets}/${id}`, { ...fields, config: {} })
  await owner.put(`${widgets}/${id}/unpublish`)
  for (const script of await scripts('width=1px')) t.notMatch(script, assetId, 'of a draft')
})

t.test('a page can pin the script by its hash', async (t) => {
  const { id } = await publishWidget()
  const { script, pinnedScript } = (await embed(id)).json()
  const [, file = '', integrity] =
    /<script type="module" src="[^"]+\/embed\/(v1-[0-9a-f]{64}\.js)" integrity="(sha256-[^"]+)" crossorigin="anonymous"><\/script>/.exec(
      pinnedScript,
    ) ?? []
  const bytes = await readFile(new URL(file, import.meta.resolve('@vitrine/embed/manifest.json')))
  t.equal(integrity, `sha256-${createHash('sha256').update(bytes).digest('base64')}`)
  const entry = await readFile(
    new URL('v1.js', import.meta.resolve('@vitrine/embed/manifest.json')),
  )
  t.ok(entry.equals(bytes), 'the same script as at the unpinned address')
  const withoutScripts = (code: string) => code.replace(/<script[^>]*><\/script>/, '')
  t.equal(withoutScripts(pinnedScript), withoutScripts(script))
})

t.test('a draft has codes that work once it is published, without its content', async (t) => {
  const { id, slug, assetId } = await publishWidget()
  const published = (await embed(id)).json()
  await owner.put(`${widgets}/${id}/unpublish`)
  const draft = (await embed(id)).json()
  t.same(draft, { ...published, snippet: null })
  t.match(draft.iframe, slug)
  t.notMatch(draft.script, assetId)
})

t.test('the codes follow every change of the widget, its pictures and its key', async (t) => {
  const { id, assetId, name, slug, layout } = await publishWidget({
    config: { showCaptions: true },
  })
  const asset = `/api/projects/${project.id}/assets/${assetId}`
  const fetchCodes = async () =>
    (await embed(id)).json<{ snippet: string; apiKey: object | null }>()
  await fetchCodes()
  await owner.put(asset, { altText: 'A second text' })
  t.match((await fetchCodes()).snippet, 'A second text', 'a text of a picture')
  await owner.putParts(`${asset}/file`, [{ name: 'file', filename: 'b.png', content: await png() }])
  t.match((await fetchCodes()).snippet, `${assetId}?v=2`, 'a new file')
  const items = [{ assetId, caption: 'A third text' }]
  const config = { showCaptions: true }
  await owner.put(`${widgets}/${id}`, { name, slug, layout, config, theme: {}, items })
  t.match((await fetchCodes()).snippet, 'A third text', 'a caption')
  const key = await createApiKey(owner, project.id)
  t.match((await fetchCodes()).apiKey, { id: key.id }, 'a key')
  await owner.put(`${widgets}/${id}/unpublish`)
  t.equal((await fetchCodes()).snippet, null, 'its status')
})

t.test('a snippet of more than 2 MiB is left out', async (t) => {
  const { id: assetId } = await upload(owner, project.id)
  const config = { showCaptions: true }
  const assetIds = Array.from({ length: 500 }, () => assetId)
  const { id } = await createWidget(owner, project.id, { assetIds, config })
  await publish(id)
  const codesWith = async (altText: string) => {
    await owner.put(`/api/projects/${project.id}/assets/${assetId}`, { altText })
    return (await embed(id)).json<{ snippet: string | null; script: string }>()
  }
  t.equal(typeof (await codesWith('x'.repeat(500))).snippet, 'string')
  const { snippet, script } = await codesWith('x'.repeat(2000))
  t.equal(snippet, null)
  t.match(script, '<vitrine-widget')
})

t.test('each form reserves the space of the widget at every width', async (t) => {
  const { id } = await publishWidget({ layout: 'GRID', config: { columns: 2, aspectRatio: '1/1' } })
  const { script, iframe } = (await embed(id)).json()
  t.match(script, /<svg display="block" viewBox="0 0 1 1" width="max\(50% - 8px\)"><\/svg>/)
  t.match(iframe, 'style="position:relative;display:block;padding-bottom:max(50% - 8px)"')
  // The picture is square, in the left one of two columns.
  t.match(iframe, / width="100%" height="312"/, 'for pages that forbid inline styles')
  t.notMatch(script, 'style=', 'so that no policy blocks it')
  const { place } = (await embed(id)).json()
  t.ok(script.includes(place), 'for components, too')
  await owner.put(`${widgets}/${id}`, { config: { columns: 'auto', showCaptions: true } })
  const changed = (await embed(id)).json()
  t.match(changed.script, /<svg [^>]+width="max\(min\(/)
  t.match(changed.iframe, /padding-bottom:max\(min\(/)
})

t.test('the codes use the page’s language and the widget’s width', async (t) => {
  const { id } = await publishWidget({ layout: 'SLIDER', config: { lightbox: true } })
  const query = 'lang=de&width=720px'
  const { script, snippet, iframe } = (await embed(id, query)).json()
  t.match(script, ' width="720px"')
  t.match(snippet, ' width="720px"')
  t.match(snippet, /sizes="[^"]*720px/)
  t.match(iframe, '&amp;lang=de"')
  const english = (await embed(id, 'width=720px')).json()
  t.not(snippet, english.snippet, 'the labels of the controls differ')
  for (const [wrong, field] of [
    ['width=100%25', 'width'],
    ['width=12px;x', 'width'],
    ['lang=%22', 'lang'],
    ['lang=de&lang=en', 'lang'],
    ['apiKeyId=1', 'apiKeyId'],
  ] as const) {
    isError(t, await embed(id, wrong), 400, 'VALIDATION_FAILED', { fields: [field], what: wrong })
  }
})

t.test('a snippet for a page that forbids inline styles links to them', async (t) => {
  const { id, slug } = await publishWidget({ layout: 'LIST_VERTICAL', theme: { padding: 3 } })
  const { snippet } = (await embed(id, 'styles=files')).json()
  t.notMatch(snippet, '<style')
  t.notMatch(snippet, 'style=')
  const [, part = ''] =
    /<link rel="stylesheet" href="[^"]+\/embed\/(v1\/[0-9a-f]{64}\/list-vertical\.css)" crossorigin="anonymous">/.exec(
      snippet,
    ) ?? []
  t.ok(await readFile(new URL(part, import.meta.resolve('@vitrine/embed/manifest.json'))))
  const own = `${publicUrl}/embed/${slug}.css?api_key=YOUR_API_KEY`
  t.match(snippet, `<link rel="stylesheet" href="${own}" crossorigin="anonymous">`)
  t.not((await embed(id, 'styles=inline')).json().snippet, snippet)
  t.equal((await embed(id, 'styles=inline')).json().snippet, (await embed(id)).json().snippet)
  isError(t, await embed(id, 'styles=none'), 400, 'VALIDATION_FAILED', { fields: ['styles'] })
})

t.test('a frame has the color scheme of its page, so that it is transparent', async (t) => {
  const { id } = await publishWidget()
  for (const [colorScheme, expected] of [
    [undefined, 'light'],
    ['dark', 'dark'],
    ['auto', 'light dark'],
  ] as const) {
    await owner.put(`${widgets}/${id}`, { theme: colorScheme ? { colorScheme } : {} })
    t.match((await embed(id)).json().iframe, `;color-scheme:${expected}"`)
  }
})

t.test('the codes use the given key, or the newest valid one', async (t) => {
  const own = await createProject(owner)
  const { id } = await createWidget(owner, own.id)
  const ask = async (query = '') =>
    owner.get(`/api/projects/${own.id}/widgets/${id}/embed?${query}`)
  t.equal((await ask()).json().apiKey, null, 'there is no key yet')

  const first = await createApiKey(owner, own.id)
  const second = await createApiKey(owner, own.id)
  const { name, keyPrefix, allowedOrigins, expiresAt } = second
  t.same((await ask()).json().apiKey, { id: second.id, name, keyPrefix, allowedOrigins, expiresAt })
  t.equal((await ask(`apiKeyId=${first.id}`)).json().apiKey.id, first.id)
  t.equal((await ask(`apiKeyId=${first.id.toUpperCase()}`)).json().apiKey.id, first.id)

  const where = { id: second.id }
  const data = { expiresAt: new Date(Date.now() - 1000) }
  await openDatabase(t).apiKey.update({ where, data, select: { id: true } })
  t.equal((await ask()).json().apiKey.id, first.id)
  t.equal((await ask(`apiKeyId=${second.id}`)).json().apiKey.id, second.id)

  const foreign = await createApiKey(owner, project.id)
  for (const unknown of [randomUUID(), foreign.id]) {
    isError(t, await ask(`apiKeyId=${unknown}`), 404, 'API_KEY_NOT_FOUND')
  }
})

t.test('tenant content is escaped in the codes', async (t) => {
  const evil = '"></iframe></style></template><script>alert(1)</script>'
  const { id } = await publishWidget({
    name: evil,
    config: { ariaLabel: evil, labels: { open: evil }, lightbox: true },
    theme: { note: evil },
  })
  const { script, snippet, iframe } = (await embed(id)).json()
  for (const code of [script, snippet, iframe]) t.notMatch(code, '<script>alert')
})

t.test('the document says that making codes may be refused under load', async (t) => {
  const document = (await app.inject('/api/openapi.json')).json()
  const operation = document.paths['/api/projects/{projectId}/widgets/{widgetId}/embed'].get
  t.ok(operation['x-vitrine-errors'][503].includes('OVERLOADED'))
})
