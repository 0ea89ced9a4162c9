import { createHash } from 'node:crypto'
import type { Demo } from '../stack-file.js'
import type { Upstream, Upstreams } from './proxy.js'

/**
 * The page at `/`: the demo's widgets, which the page fetches with the demo's key as any site
 * would, and an overview of the running processes. Its pictures are of PUBLIC_URL, which may be another name of this machine.
 */
export function homePage(upstreams: Upstreams, demo: Demo | null): HomePage {
  const module = moduleOf(demo)
  const policy = `default-src 'none'; script-src ${hashOf(module)}; style-src ${hashOf(style)}; img-src http: data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`
  return { html: htmlOf([...upstreams['management-api'], ...upstreams.delivery], module), policy }
}

/** A page and its Content-Security-Policy. */
type HomePage = { html: string; policy: string }

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const moduleOf = (demo: Demo | null): string => `
const demo = ${demo === null ? 'null' : json({ apiKey: demo.apiKey, slugs: demo.slugs })}
${script}
`

const htmlOf = (processes: readonly Upstream[], module: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Vitrine</title>
<style>${style}</style>
<header>
  <h1>Vitrine</h1>
  <p>Image widgets, published and taken back at once. This is a local stack with its demo.</p>
  <p><a class="open" href="/console/">Open the console</a></p>
</header>
<main id="widgets"></main>
<footer>
  <p>${processes.map(({ name, url }) => `${escapeHtml(name)} <code>${escapeHtml(url)}</code>`).join(' · ')}
  · <a href="/api/docs">every call of the APIs</a> · <a href="/demo/">the widgets on other people’s pages</a> · <a href="/readyz">readiness</a></p>
  <p>The demo’s login is in the terminal that started this, and in <code>.vitrine/stack.json</code>.</p>
</footer>
<script type="module">${module}</script>
</html>
`

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: light-dark(#e4e2dd, #35332f); }
body { margin: 0; background: light-dark(#faf9f6, #181715); color: light-dark(#23211d, #edebe6); }
header, main, footer { max-width: 72rem; margin: 0 auto; padding: 2rem 1.5rem; }
header { padding-bottom: 0; } h1 { font-size: 2rem; letter-spacing: -.02em; margin: 0; } header p { margin: .25rem 0 0; opacity: .7; } header p:has(.open) { margin-top: 1rem; opacity: 1; }
.open { display: inline-block; padding: .55rem 1.1rem; border-radius: 8px; background: light-dark(#3b4fe4, #8e9bff); color: light-dark(#fff, #11132b); font-weight: 600; text-decoration: none; }
main { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); }
article { border: 1px solid var(--line); border-radius: 14px; overflow: hidden; background: light-dark(#fff, #211f1c); }
.pictures { display: grid; grid-template-columns: 2fr 1fr; grid-template-rows: 1fr 1fr; gap: 2px; aspect-ratio: 3 / 2; }
.pictures img { width: 100%; height: 100%; object-fit: cover; display: block; min-height: 0; }
.pictures img:first-child { grid-row: span 2; }
article div + div { padding: .8rem 1rem 1rem; } h2 { font-size: 1rem; margin: 0; } article p { margin: 0; opacity: .65; font-size: .875rem; }
footer { padding-top: 0; font-size: .875rem; opacity: .7; } footer p { margin: .25rem 0; } code { font-size: .85em; }
`

const script = `
const element = (name, properties, ...children) => {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children)
  return node
}
const card = async (slug) => {
  const response = await fetch('/api/v1/widgets/' + slug, { headers: { 'X-API-Key': demo.apiKey } })
  const body = await response.json()
  if (!response.ok) {
    const problem = element('p', { textContent: response.status + ' ' + body.message })
    return element('article', {}, element('div', {}), element('div', {}, element('h2', { textContent: slug }), problem))
  }
  const pictures = body.assets.slice(0, 3).map(({ url, altText }, i) =>
    element('img', { src: url + (i === 0 ? '?w=480&h=480' : '?w=240&h=240') + '&format=webp', alt: altText ?? '' }))
  const { layout } = body.widget
  return element('article', {},
    element('div', { className: 'pictures' }, ...pictures),
    element('div', {},
      element('h2', { textContent: slug }),
      element('p', { textContent: layout + ', ' + body.assets.length + ' images' })))
}
const cards = await Promise.all((demo?.slugs ?? []).map(card))
document.getElementById('widgets').append(...cards)
`

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Escapes JSON for a script element, which `<` could end. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
