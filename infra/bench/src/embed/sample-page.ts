import type { Setting } from './carousels/peer.js'
import type { PageSpec } from './site.js'

/** A page's code for its pictures, in its body and in its head. */
export type Code = { head?: string; html: string }

export type Subject = {
  name: string
  isFramed: boolean
  hasOptions: boolean
  code: (setting: Setting) => Code
}

export type Position = 'first-screen' | 'far'

const line = '<p>One line of text, of a page that is about something else than its pictures.</p>'

/** A page with text around the pictures, which are on the first screen or five screens below. */
export const pageWith = (
  { head = '', html }: Code,
  position: Position = 'first-screen',
): PageSpec => ({
  head: `<link rel="stylesheet" href="/page.css">\n${head}`,
  body: bodyOf(html, position === 'far' ? '<div class="screens"></div>' : line),
})

/** The same page in one file: only pictures and their scripts are loaded separately. */
export const pageInOne = (html: string): PageSpec => ({
  head: `<style>${pageCss}</style>`,
  body: bodyOf(html, line),
})

const bodyOf = (html: string, above: string): string => `<main>
<h1>Pictures</h1>
${above}
<div id="gallery">
${html}
</div>
${line.repeat(5)}
</main>`

export const pageCss = `body { margin: 0; font: 16px/1.5 sans-serif }
h1, p { margin: 0 0 16px }
.screens { height: 500vh }
#gallery img { display: block; width: 100%; height: auto }
`
