import { escapeHtml } from '@vitrine/embed'

export const siteName = 'Other people’s pages'

type SiteDocument = {
  title: string
  body: string
  language?: string
  direction?: 'ltr' | 'rtl'
  colorScheme?: 'light' | 'dark'
  stylesheets?: readonly string[]
}

/** The layout shared by all pages of the site. */
export function siteDocument({
  title,
  body,
  language = 'en',
  direction = 'ltr',
  colorScheme = 'light',
  stylesheets = [],
}: SiteDocument): string {
  const sheets = ['/site.css', ...stylesheets].map(
    (address) => `<link rel="stylesheet" href="${address}">`,
  )
  return `<!doctype html>
<html lang="${language}" dir="${direction}" class="${colorScheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${colorScheme}">
<link rel="icon" href="/icon.svg">
<title>${escapeHtml(title)}</title>
${sheets.join('\n')}
</head>
<body>
<header lang="en" dir="ltr">${title === siteName ? '' : `<a href="/">${siteName}</a>`}<h1>${escapeHtml(title)}</h1></header>
<main>
${body}
</main>
</body>
</html>
`
}
