import { escapeHtml } from '@vitrine/embed'
import { sandbox } from './headers.js'
import { hashOf, type Page } from './page.js'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;padding:2rem 1.5rem;text-align:center;text-wrap:balance}
h1{font-size:1.125rem;margin:0}p{margin:.25rem 0 0;opacity:.75;font-size:.875rem}`

const policy = `default-src 'none'; style-src ${hashOf(style)}; ${sandbox}; frame-ancestors *`

/** The page that visitors see instead of a widget. `message` is for the owner of the site. */
export function refusalPage(status: number, message: string): Page {
  const title =
    status < 500 && status !== 429
      ? 'These pictures are not available.'
      : 'These pictures are not available right now. Please try again in a moment.'
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escapeHtml(message)}</p>
</body>
</html>
`
  return { html, policy }
}
