import { createHash } from 'node:crypto'
import { type Content, prepareContent } from '../../../answers/content.js'
import { entryPath } from '../scripts/build.js'
import { anyOrigin, pageType } from './headers.js'
import { hashOf, type Page } from './page.js'
import { previewScript } from './preview-script.js'

const style = `:root{color-scheme:light;background:Canvas;color:CanvasText}
:root[data-scheme=dark]{color-scheme:dark}
body{margin:0;font-family:system-ui,sans-serif}`

/**
 * A page for the console: the embed, showing the widget that its parent posts. It has no key and no cookie,
 * its links lead nowhere, and only the console may frame it.
 */
function previewPage(publicUrl: string): Page {
  const { origin } = new URL(publicUrl)
  const source = previewScript(origin)
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
export function previewContent(publicUrl: string): Content {
  const { html, policy } = previewPage(publicUrl)
  const digest = createHash('sha256').update(html).update(policy).digest('base64url')
  return prepareContent({
    etag: `"${digest.slice(0, 27)}"`,
    headers: {
      ...anyOrigin,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      vary: 'X-API-Key',
    },
    contentHeaders: { 'content-type': pageType },
    bytes: Buffer.from(html),
  })
}
