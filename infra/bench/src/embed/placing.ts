import type { Setting } from './carousels/peer.js'
import type { PageSpec } from './site.js'

/** What a page has where its pictures are to be, and in its head. */
export type Code = { head?: string; html: string }

/** Something that shows pictures on a page. */
export type Subject = {
  name: string
  /** Whether it is in a frame of its own. */
  isFramed: boolean
  /** Whether `isTold` makes any difference. */
  hasOptions: boolean
  code: (setting: Setting) => Code
}

export type Place = 'screen' | 'far'

const line = '<p>One line of text, of a page that is about something else than its pictures.</p>'

/** A page with texts around the pictures, which are on the first screen or five below it. */
export const pageWith = ({ head = '', html }: Code, place: Place = 'screen'): PageSpec => ({
  head: `<link rel="stylesheet" href="/page.css">\n${head}`,
  body: bodyOf(html, place === 'far' ? '<div class="screens"></div>' : line),
})

/** The same in one file: nothing but its pictures and their scripts has to come. */
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

/** The same of every page. */
export const pageCss = `body { margin: 0; font: 16px/1.5 sans-serif }
h1, p { margin: 0 0 16px }
.screens { height: 500vh }
#gallery img { display: block; width: 100%; height: auto }
`
