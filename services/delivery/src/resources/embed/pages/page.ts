import { createHash } from 'node:crypto'
import { colorSchemeOf, escapeHtml, labelsFor, renderShadow, renderStyles } from '@vitrine/embed'
import type { PublishedWidget } from '../../widgets/schemas.js'
import { entryPath } from '../scripts/build.js'
import { pageHeaders, pageType, sandbox, styleHeaders, styleType } from './headers.js'

/** A page, and the content security policy that allows just what the page needs. */
export type Page = { html: string; policy: string }

export type PageFacts = {
  published: PublishedWidget
  /** The language of the labels of the controls. */
  language: string
  publicUrl: string
  /** The sources of `frame-ancestors`: the origins whose pages may frame it. */
  ancestors: readonly string[]
  /** Sent with the key when events are recorded; null if they need none. */
  signature: string | null
}

const pageStyle = 'body{margin:0;font-family:system-ui,sans-serif}'

/**
 * Passes the widget to the element, so that it is not fetched again, with its address for events, and reports changes of its height to
 * the embedding page, whose answer is the colour of its text. Links that are paths lead to the site of the embedding page, which is the
 * referrer.
 */
const pageScript = `customElements.whenDefined('vitrine-widget').then(()=>{
const source=document.getElementById('published'),data=JSON.parse(source.textContent)
for(const asset of data.assets)if(asset.link?.url[0]==='/')asset.link=document.referrer?
{...asset.link,url:new URL(asset.link.url,document.referrer).href}:null
const config=JSON.parse(data.widget.config),button=config.header?.button
if(button?.url?.[0]==='/'){button.url=document.referrer?new URL(button.url,document.referrer).href:''
data.widget.config=JSON.stringify(config)}
const element=document.querySelector('vitrine-widget'),key=new URLSearchParams(location.search).get('api_key')
element.data=data
if(data.events&&key){element.setAttribute('slug',data.widget.slug);element.setAttribute('api-key',key+source.dataset.signature)}})
addEventListener('message',({source,data})=>{
if(source===parent&&data?.vitrine==='color')document.body.style.color=data.color})
if(parent!==window)new ResizeObserver(([{target}])=>parent.postMessage(
{vitrine:'resize',height:Math.ceil(target.getBoundingClientRect().height)},'*')).observe(document.documentElement)`

/** The right-to-left languages among those of the labels. */
const rightToLeft = /^(ar|he)\b/i

/** Escapes JSON for a script element, which a `<` could end. */
export const inScript = (json: string): string => json.replaceAll('<', '\\u003c')

/** The button of the header keeps its place. */
function withoutPathButton(config: string): string {
  const values = JSON.parse(config)
  const { button } = values.header ?? {}
  return typeof button?.url === 'string' && button.url.startsWith('/')
    ? JSON.stringify({ ...values, header: { ...values.header, button: { ...button, url: '' } } })
    : config
}

/** Without the links that are paths: the server does not know the site of the embedding page. */
const withoutPathLinks = ({ assets, widget, ...published }: PublishedWidget): PublishedWidget => ({
  ...published,
  widget: { ...widget, config: withoutPathButton(widget.config) },
  assets: assets.map((asset) =>
    asset.link?.url.startsWith('/') ? { ...asset, link: null } : asset,
  ),
})

/** A page that shows one widget completely, even without scripts. */
export function widgetPage(facts: PageFacts): Page {
  const { published, language, publicUrl, signature } = facts
  const { html, css, placeholders, preload } = renderShadow(withoutPathLinks(published), {
    labels: labelsFor(language),
    isFramed: true,
  })
  const styles = [css, placeholders].filter(Boolean)
  const direction = rightToLeft.test(language) ? ' dir="rtl"' : ''
  const page = `<!doctype html>
<html lang="${escapeHtml(language)}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${colorSchemeOf(published)}">
<meta name="robots" content="noindex">
<title>${escapeHtml(published.widget.slug)}</title>
<base target="_blank">
${preload}
<style>${pageStyle}</style>
<script type="module" src="${escapeHtml(`${publicUrl}/embed/${entryPath}`)}"></script>
</head>
<body>
<vitrine-widget><template shadowrootmode="open">${styles.map(inStyle).join('')}${html}</template></vitrine-widget>
<script type="application/json" id="published" data-signature="${signature === null ? '' : `.${signature}`}">${inScript(JSON.stringify(published))}</script>
<script>${pageScript}</script>
</body>
</html>
`
  return { html: page, policy: policyOf(facts, styles) }
}

function policyOf(
  { published, publicUrl, ancestors }: PageFacts,
  styles: readonly string[],
): string {
  const directives = [
    "default-src 'none'",
    // Hashes, not nonces: the page stays the same until the widget changes.
    `script-src ${publicUrl}/embed/ ${hashOf(pageScript)}`,
    `style-src ${[pageStyle, ...styles].map(hashOf).join(' ')}`,
    `img-src ${publicUrl}/api/v1/deliver/`,
    ...(published.events === true ? [`connect-src ${publicUrl}/api/v1/widgets/`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    sandbox,
    `frame-ancestors ${ancestors.join(' ')}`,
  ]
  return directives.join('; ')
}

const inStyle = (css: string): string => `<style>${css}</style>`

/** The hash of an inline style or script, as a policy has it. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A page or a stylesheet as it is sent, and a strong validator of it. */
export type Rendered = {
  bytes: Uint8Array
  etag: string
  type: string
  headers: Readonly<Record<string, string>>
}

export const kinds = ['page', 'styles'] as const
export type Kind = (typeof kinds)[number]

/**
 * Renders the page of a widget, or the rules of its own for pages that show its snippet. For a large widget this takes
 * tens of milliseconds, so it runs on a thread.
 */
export function render(kind: Kind, facts: PageFacts): Rendered {
  if (kind === 'styles') {
    const css = renderStyles(facts.published)
    return rendered(css, { type: styleType, headers: styleHeaders })
  }
  const { html, policy } = widgetPage(facts)
  return rendered(html, { type: pageType, headers: pageHeaders(policy) })
}

function rendered(text: string, { type, headers }: Pick<Rendered, 'type' | 'headers'>): Rendered {
  const digest = createHash('sha256').update(text).update(JSON.stringify(headers))
  const etag = `"${digest.digest('base64url').slice(0, 27)}"`
  return { bytes: new TextEncoder().encode(text), etag, type, headers }
}
