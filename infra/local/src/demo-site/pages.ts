import { randomBytes } from 'node:crypto'
import { escapeHtml } from '@vitrine/embed'
import type { WidgetCodes } from './codes.js'

/** A kind of page on which widgets must work. */
type Setting = {
  path: string
  title: string
  about: string
  /** The page's language, BCP 47. */
  language: string
  direction: 'ltr' | 'rtl'
  colorScheme: 'light' | 'dark'
  stylesheets: readonly string[]
  isStrict: boolean
}

const ordinary: Setting = {
  path: 'ordinary',
  title: 'An ordinary page',
  about: 'A site with a stylesheet of its own and nothing special.',
  language: 'en',
  direction: 'ltr',
  colorScheme: 'light',
  stylesheets: [],
  isStrict: false,
}

export const settings: readonly Setting[] = [
  ordinary,
  {
    ...ordinary,
    path: 'hostile-css',
    title: 'Hostile CSS',
    about: 'Resets and rules for every element, most of them !important.',
    stylesheets: ['/hostile.css'],
  },
  {
    ...ordinary,
    path: 'strict-csp',
    title: 'A strict policy',
    about: 'Scripts and styles by nonce, Trusted Types, nothing else. Violations are counted.',
    isStrict: true,
  },
  {
    ...ordinary,
    path: 'rtl',
    title: 'From right to left',
    about: 'A page in Arabic: arrows, swipes and labels follow.',
    language: 'ar',
    direction: 'rtl',
  },
  {
    ...ordinary,
    path: 'dark',
    title: 'A dark page',
    about: 'A site in dark colours.',
    colorScheme: 'dark',
  },
]

export const forms = {
  script: 'Script',
  snippet: 'Snippet',
  iframe: 'Frame',
} as const

export type Form = keyof typeof forms

export type SitePage = { html: string; policy?: string }

const inForms = Object.entries(forms)

/** When to paste which form. */
const reasons: Readonly<Record<Form, string>> = {
  script: 'A script and an element: for most sites. It is always up to date.',
  snippet: 'The pictures stand in the page itself: the fastest, and complete without scripts.',
  iframe: 'For editors and shops that allow no scripts.',
}

/** What an owner gets, and, apart from it, pages that are harder than most. */
export function indexPage(base: string, [widget]: readonly WidgetCodes[]): SitePage {
  const ways = inForms.map(
    ([form, name]) =>
      `<li><h3><a href="/ordinary/${form}">${name}</a></h3><p>${reasons[form as Form]}</p></li>`,
  )
  const tests = settings
    .filter((setting) => setting !== ordinary)
    .map(
      ({ path, title, about }) => `<li><h3>${escapeHtml(title)}</h3><p>${escapeHtml(about)}</p>
<p>${inForms.map(([form, name]) => `<a href="/${path}/${form}">${name}</a>`).join(' ')}</p></li>`,
    )
  return {
    html: siteDocument({
      title: siteName,
      body: `<p class="lead">This site is not Vitrine’s: like yours, it is on another origin (Vitrine is at
<a href="${escapeHtml(base)}"><code>${escapeHtml(base)}</code></a>) and shows widgets by the code that the console gives.</p>
${widget?.script ?? ''}
<h2>Three ways to paste a widget</h2>
<ul class="index ways">${ways.join('\n')}</ul>
<h2>Test pages</h2>
<p>Pages that are harder than most, for those who work on Vitrine.</p>
<ul class="index">${tests.join('\n')}
<li><h3>Many widgets</h3><p>Sixty of them on one page.</p><p><a href="/many">Script</a></p></li></ul>`,
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

const siteName = 'A site that shows widgets'

type SiteDocument = {
  title: string
  body: string
  language?: string
  direction?: 'ltr' | 'rtl'
  colorScheme?: 'light' | 'dark'
  stylesheets?: readonly string[]
}

/** The layout shared by all pages of the site. */
function siteDocument({
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
