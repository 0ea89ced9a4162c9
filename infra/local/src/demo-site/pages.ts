import { randomBytes } from 'node:crypto'
import { escapeHtml } from '@vitrine/embed'
import type { WidgetCodes } from './codes.js'
import { siteDocument, siteName } from './document.js'
import { type Form, forms, type Setting, settings } from './settings.js'

export type SitePage = { html: string; policy?: string }

const inForms = Object.entries(forms)

export function indexPage(base: string): SitePage {
  const rows = settings.map(
    ({ path, title, about }) => `<li><h2>${escapeHtml(title)}</h2><p>${escapeHtml(about)}</p>
<p>${inForms.map(([form, name]) => `<a href="/${path}/${form}">${name}</a>`).join(' ')}</p></li>`,
  )
  return {
    html: siteDocument({
      title: siteName,
      body: `<p class="lead">These pages are on another origin than Vitrine (<code>${escapeHtml(base)}</code>),
as the sites that embed widgets are. Each holds the demo’s widgets just as
<code>GET /api/projects/…/widgets/…/embed</code> says to paste them: as a script, as a snippet that shows
without one, as a frame.</p>
<ul class="index">${rows.join('\n')}
<li><h2>Many widgets</h2><p>Sixty of them on one page.</p><p><a href="/many">Script</a></p></li></ul>`,
    }),
  }
}

/** All widgets in one form of embed code, on one kind of page. */
export function settingPage(
  setting: Setting,
  form: Form,
  { base, widgets }: { base: string; widgets: readonly WidgetCodes[] },
): SitePage {
  const nonce = setting.isStrict ? randomBytes(16).toString('base64') : undefined
  const code = (widget: WidgetCodes) =>
    nonce === undefined ? widget[form] : underNonce(widget[form], nonce)
  const sections = widgets.map(
    (
      widget,
    ) => `<section><h2>${escapeHtml(widget.name)} <code>${escapeHtml(widget.slug)}</code></h2>
${code(widget)}
</section>`,
  )
  const listener = form === 'iframe' ? (widgets[0]?.iframeScript ?? '') : ''
  const links = inForms.map(
    ([other, name]) =>
      `<a href="/${setting.path}/${other}"${other === form ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  const html = siteDocument({
    ...setting,
    body: `<p class="lead" lang="en" dir="ltr">${escapeHtml(setting.about)}</p>
<nav lang="en" dir="ltr">${links.join(' ')}</nav>
${nonce === undefined ? listener : violationCounter(nonce) + underNonce(listener, nonce)}
${sections.join('\n')}`,
  })
  return { html, ...(nonce !== undefined && { policy: strictPolicy(base, nonce) }) }
}

/** Enough widgets to make the cost of each visible. */
export function manyPage(widgets: readonly WidgetCodes[]): SitePage {
  const elements = Array.from({ length: 60 }, (_, i) => widgets[i % widgets.length]?.script ?? '')
  return {
    html: siteDocument({
      title: 'Many widgets',
      body: `<p class="lead">Sixty widgets, ten of each layout.</p>
<div class="many">${elements.map((element) => `<section>${element}</section>`).join('\n')}</div>`,
    }),
  }
}

/** Adapts an embed code to the policy: adds the nonce and removes inline styles. */
const underNonce = (code: string, nonce: string): string =>
  code
    .replace(/<(script|style)(?=[ >])/g, `<$1 nonce="${nonce}"`)
    .replace(/(<(?:vitrine-widget|span|iframe)[^>]*?) style="[^"]*"/g, '$1')

const violationCounter = (
  nonce: string,
): string => `<p role="status">Violations: <output>0</output></p>
<script nonce="${nonce}">
let violations = 0
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  violations += 1
  document.querySelector('output').textContent = violations + ', ' + violatedDirective + ' ' + blockedURI
})
</script>`

const strictPolicy = (base: string, nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src ${base}`,
    `img-src 'self' ${base}`,
    `frame-src ${base}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
