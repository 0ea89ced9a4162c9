import t from '@vitrine/testing/t'
import { build, publicUrl } from '../build.js'
import { browser, fetchOverConnection } from '../fetch-over-connection.js'
import { createTenant } from '../tenant.js'

t.test(
  'the preview is a page for the console alone, without key and without links out',
  async (t) => {
    const app = await build(t)
    const { status, headers, text } = await fetchOverConnection(app, '/embed/preview', browser)
    t.equal(status, 200)
    t.equal(headers['content-type'], 'text/html; charset=utf-8')
    const policy = String(headers['content-security-policy']).split('; ')
    for (const directive of [
      "default-src 'none'",
      'sandbox allow-scripts',
      `frame-ancestors ${publicUrl}`,
      `img-src ${publicUrl}/api/v1/deliver/`,
      "trusted-types 'none'",
    ]) {
      t.ok(policy.includes(directive), directive)
    }
    t.notMatch(policy.join(), /unsafe|connect-src/)
    t.match(text, `home="${publicUrl}"`)
    const again = await fetchOverConnection(app, '/embed/preview', {
      ...browser,
      'if-none-match': String(headers.etag),
    })
    t.equal(again.status, 304)
  },
)

t.test('with a key it is the page of the widget that has this slug', async (t) => {
  const app = await build(t)
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey()
  const path = `/embed/preview?api_key=${key}`
  const refused = await fetchOverConnection(app, path, browser)
  t.ok([403, 404].includes(refused.status), 'another project may have published it')
  await project.addWidget({ slug: 'preview' })
  const { status, text } = await fetchOverConnection(app, path, browser)
  t.equal(status, 200)
  t.match(text, '<title>preview</title>')
})
