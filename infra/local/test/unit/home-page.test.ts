import { createHash } from 'node:crypto'
import { escapeHtml } from '@vitrine/embed'
import t from '@vitrine/testing/t'
import { homePage } from '../../src/home/home-page.js'

const widget = {
  slug: 'demo-grid',
  name: 'Grid: <shapes>',
  layout: 'GRID',
  config: { captionOn: 'hover' },
  editor: 'http://vitrine.test/console/p/p1/widgets/w1',
  script: '<vitrine-widget slug="demo-grid" api-key="pk_x"></vitrine-widget>',
  snippet: '',
  iframe: '',
  iframeScript: '',
}

t.test('each widget is shown by the code beside it, with its name and a way to change it', (t) => {
  const { html } = homePage('http://vitrine.test', [widget])
  t.match(html, `<div class="widget">${widget.script}</div>`)
  t.match(html, `<code>${escapeHtml(widget.script)}</code>`)
  t.match(html, `>${escapeHtml(widget.name)}</a></h3>`)
  t.match(html, escapeHtml(JSON.stringify(widget.config, null, 2)))
  for (const address of [widget.editor, '/console/', '/api/docs', '/demo/']) {
    t.match(html, `href="${address}"`)
  }
  t.end()
})

t.test('one widget has the look that the page’s stylesheet gives it, which is shown', (t) => {
  const rules = /<style>(.*?)<\/style>/s
  const { html } = homePage('http://vitrine.test', [
    widget,
    { ...widget, slug: 'demo-list-horizontal' },
  ])
  const shown = html
    .split('<pre')
    .slice(1)
    .filter((part) => part.includes('::part('))
  t.equal(shown.length, 1)
  const look = /<code>(.*?)<\/code>/s.exec(shown[0] ?? '')?.[1] ?? ''
  t.ok(escapeHtml(rules.exec(html)?.[1] ?? '').includes(look))
  t.end()
})

t.test('the policy allows the page’s own script and style, and Vitrine alone', (t) => {
  const { html, policy } = homePage('http://vitrine.test', [])
  const hashOf = (pattern: RegExp) =>
    createHash('sha256')
      .update(pattern.exec(html)?.[1] ?? '')
      .digest('base64')
  const script = hashOf(/<script type="module">(.*?)<\/script>/s)
  t.match(policy, `script-src 'sha256-${script}' http://vitrine.test/embed/;`)
  t.match(policy, `style-src 'sha256-${hashOf(/<style>(.*?)<\/style>/s)}';`)
  t.match(policy, /^default-src 'none'/)
  t.end()
})

t.test('without a demo the page says why', (t) => {
  t.match(
    homePage('http://vitrine.test', 'Not <yet>.').html,
    `<p role="status">${escapeHtml('Not <yet>.')}</p>`,
  )
  t.end()
})
