import { createHash } from 'node:crypto'
import { type ValidatedAnswers, validatedAnswers } from '../../../answers/validated-answer.js'
import { entryPath } from '../scripts/build.js'
import { anyOrigin, pageType } from './headers.js'
import { hashOf, inScript, type Page } from './page.js'

const style = `:root{color-scheme:light;background:Canvas;color:CanvasText}
:root[data-scheme=dark]{color-scheme:dark}
body{margin:0;font-family:system-ui,sans-serif}`

/**
 * Runs before the embed. Messages of other windows, of other origins or of another shape are ignored.
 * A query for reduced motion is answered as the message says; `all` always matches.
 */
const script = (
  home: string,
) => `const home=${inScript(JSON.stringify(home))},isText=(value)=>typeof value==='string'
const query=matchMedia.bind(window)
let isStill=false
window.matchMedia=(text)=>query(isStill&&text.includes('prefers-reduced-motion')?'all':text)
const isShown=(published)=>published!==null&&typeof published==='object'&&Array.isArray(published.assets)
&&isText(published.widget?.layout)&&isText(published.widget.config)&&isText(published.widget.theme)
addEventListener('message',({source,origin,data})=>{
if(parent===window||source!==parent||origin!==home||data?.vitrine!=='preview'||!isShown(data.published))return
const{dir,scheme,motion}=data.surroundings??{},root=document.documentElement
root.dir=dir==='rtl'?'rtl':'ltr'
root.dataset.scheme=scheme==='dark'?'dark':'light'
isStill=motion==='reduced'
document.querySelector('vitrine-widget').data=data.published})
for(const kind of['click','auxclick'])addEventListener(kind,(event)=>{
if(event.composedPath().some(({localName})=>localName==='a'))event.preventDefault()},true)
customElements.whenDefined('vitrine-widget').then(()=>{
if(parent!==window)parent.postMessage({vitrine:'preview-ready'},home)})`

/**
 * A page for the console: the embed, showing the widget that its parent posts. It has no key and no cookie,
 * its links lead nowhere, and only the console may frame it.
 */
function previewPage(publicUrl: string): Page {
  const { origin } = new URL(publicUrl)
  const source = script(origin)
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Preview</title>
<style>${style}</style>
<script>${source}</script>
<script type="module" src="${publicUrl}/embed/${entryPath}"></script>
</head>
<body><vitrine-widget></vitrine-widget></body>
</html>
`
  const policy = [
    "default-src 'none'",
    `script-src ${publicUrl}/embed/ ${hashOf(source)}`,
    `style-src ${hashOf(style)}`,
    `img-src ${publicUrl}/api/v1/deliver/`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    // Without popups: a preview leads nowhere.
    'sandbox allow-scripts',
    `frame-ancestors ${origin}`,
  ]
  return { html, policy: policy.join('; ') }
}

/** The page is the same for everyone, and is made once. */
export function previewAnswers(publicUrl: string): ValidatedAnswers {
  const { html, policy } = previewPage(publicUrl)
  const digest = createHash('sha256').update(html).update(policy).digest('base64url')
  return validatedAnswers({
    etag: `"${digest.slice(0, 27)}"`,
    headers: {
      ...anyOrigin,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      vary: 'X-API-Key',
    },
    contentHeaders: { 'content-type': pageType },
    content: Buffer.from(html),
  })
}
