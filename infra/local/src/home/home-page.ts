import { createHash } from 'node:crypto'
import { escapeHtml } from '@vitrine/embed'
import type { WidgetCodes } from '../demo-site/codes.js'
import { ownLook, style, styledSlug } from './style.js'

/** A page and its Content-Security-Policy. */
export type HomePage = { html: string; policy: string }

/** What each layout is good for, and what its example shows besides. */
const uses: ReadonlyMap<string, string> = new Map([
  [
    'CAROUSEL',
    'One picture after the other, by swipe, mouse or keyboard. It rests while someone looks. The last one leads to a video.',
  ],
  [
    'GRID',
    'Tiles of one shape, as many columns as there is room for. Captions appear under the pointer, and a click opens a picture large.',
  ],
  [
    'MASONRY',
    'Every picture in its own shape, and still no gaps. With a heading, a button, tags to choose from, and an address for each opened picture.',
  ],
  ['SLIDER', 'The full width for one picture at a time, which fades into the next.'],
  ['LIST_VERTICAL', 'Large pictures with their captions, one below the other.'],
  [
    'LIST_HORIZONTAL',
    'A strip to swipe through, where room is scarce. The page gives it a shape of its own.',
  ],
])

/**
 * The page at `/`: what Vitrine is, and the demo's widgets, each with the code that shows it, as any site would paste it.
 *
 * @param base the public address, which scripts and pictures come from.
 * @param widgets of the demo, or why there are none.
 */
export function homePage(base: string, widgets: readonly WidgetCodes[] | string): HomePage {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)} ${base}/embed/`,
    `style-src ${hashOf(style)}`,
    `img-src data: ${base}/api/v1/deliver/`,
    `connect-src ${base}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html: documentOf(widgets), policy }
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const example = ({ slug, name, layout, config, script, editor }: WidgetCodes): string => `
<article id="${escapeHtml(slug)}">
<h3><a href="#${escapeHtml(slug)}">${escapeHtml(name)}</a></h3>
<p>${uses.get(layout) ?? ''}</p>
<div class="widget">${script}</div>
<div class="code">${code('Paste this into a page', name, script)}
${slug === styledSlug ? code('And this into its CSS', `the look of ${name}`, ownLook) : ''}
<details><summary>Its settings<span class="hidden"> (${escapeHtml(name)})</span></summary>
<pre tabindex="0" role="group" aria-label="Settings of ${escapeHtml(name)}"><code>${escapeHtml(JSON.stringify(config, null, 2))}</code></pre></details>
<p><a href="${escapeHtml(editor)}">Change it in the console</a></p></div>
</article>`

const code = (title: string, of: string, text: string): string => `<p><strong>${title}</strong>
<button type="button">Copy<span class="hidden"> the code of ${escapeHtml(of)}</span></button></p>
<pre tabindex="0" role="group" aria-label="Code of ${escapeHtml(of)}"><code>${escapeHtml(text)}</code></pre>`

const documentOf = (widgets: readonly WidgetCodes[] | string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Galleries and carousels that you arrange once and show on any website.">
<link rel="icon" href="data:,">
<title>Vitrine: galleries and carousels for any website</title>
<style>${style}</style>
</head>
<body>
<header>
<nav aria-label="Vitrine"><strong>Vitrine</strong><ul>
<li><a href="/api/docs">Documents</a></li><li><a href="/demo/">On a site</a></li>
<li><a href="/console/">Console</a></li></ul></nav>
<h1>Galleries and carousels for any website</h1>
<p class="lead">Upload your pictures, arrange them, and paste a few lines into your page. From then on you change what
visitors see without touching the page: a picture that you replace or take back is gone everywhere at once.</p>
<p class="actions"><a class="open" href="/console/">Open the console</a> <a href="#examples">See it at work</a></p>
</header>
<main id="examples">
<h2>What visitors see</h2>
${typeof widgets === 'string' ? `<p role="status">${escapeHtml(widgets)}</p>` : widgets.map(example).join('\n')}
<h2>How it works</h2>
<ol><li><h3>Upload</h3><p>JPEG, PNG, WebP, AVIF, GIF or HEIC. Every visitor gets the size and format that fits.</p></li>
<li><h3>Arrange</h3><p>Six layouts with captions, links, focal points and your colours.</p></li>
<li><h3>Paste</h3><p>The code works on any site, without a framework, and keeps its place while it loads.</p></li></ol>
</main>
<footer>
<p>This is a local stack with its demo, whose login stands in the terminal that started it and in <code>.vitrine/stack.json</code>.
<a href="/api/docs">Every call of the APIs</a> · <a href="/demo/">The widgets on another site</a> · <a href="/readyz">Is everything running?</a></p>
</footer>
<p class="hidden" role="status" id="copied"></p>
<script type="module">${script}</script>
</body>
</html>
`

/** Copies a code. Browsers offer the clipboard to secure pages alone; elsewhere the code is selected. */
const script = `
for (const button of document.querySelectorAll('.code button')) {
  const label = button.firstChild
  button.addEventListener('click', async () => {
    const code = button.parentElement.nextElementSibling.firstChild
    try {
      await navigator.clipboard.writeText(code.textContent)
      label.data = 'Copied'
    } catch {
      getSelection().selectAllChildren(code)
      label.data = 'Selected'
    }
    document.getElementById('copied').textContent = label.data
    setTimeout(() => { label.data = 'Copy' }, 2000)
  })
}
`
