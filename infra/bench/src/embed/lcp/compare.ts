import { type Line, line } from '../../report/line.js'
import { inTurns } from '../../rounds.js'
import { type Form, forms } from '../codes.js'
import type { Fixture } from '../fixture.js'
import { pageInOne } from '../placing.js'
import { largestPaint, slowPhone } from './load.js'

/** What is promised, as a share of the time that a plain `<img>` takes. */
const bars: Readonly<Partial<Record<Form, number>>> = { snippet: 1.1, script: 1.9 }

/** A few more than elsewhere: the bar is near. */
const rounds = 7

export type PageName = 'plain' | Form

/**
 * Largest Contentful Paint of each form beside a plain `<img>` of the very same rendition, as a
 * telephone on slow 4G has it: cold, by turns.
 *
 * @throws when a page shows another picture as its largest.
 */
export async function comparePaints({ browser, site, project }: Fixture): Promise<Line[]> {
  const ours = (form: Form) => ({
    url: site.addPage(pageInOne(project.code('still', form))),
    isFramed: form === 'iframe',
  })
  const pages = { script: ours('script'), snippet: ours('snippet'), iframe: ours('iframe') }
  // Once at full speed: all is made by then, and it tells which rendition the embed shows.
  const shown = await largestPaint(browser, pages.snippet)
  const plain = {
    url: site.addPage(pageInOne(plainImage(shown.url))),
    isFramed: false,
  }
  const take = (page: typeof plain) => async () => {
    const paint = await largestPaint(browser, page, slowPhone)
    if (paint.url !== shown.url) throw new Error(`${page.url} shows ${paint.url}`)
    return paint.ms
  }
  for (const page of [pages.script, pages.iframe, plain]) await largestPaint(browser, page)
  const samples: Record<PageName, number[]> = await inTurns(
    {
      plain: take(plain),
      script: take(pages.script),
      snippet: take(pages.snippet),
      iframe: take(pages.iframe),
    },
    rounds,
  )
  return linesOf(samples)
}

const peer = 'plain <img>'

export const linesOf = (samples: Readonly<Record<PageName, readonly number[]>>): Line[] =>
  forms.map((form) => {
    const bar = bars[form]
    return line({
      name: `largest paint, ${form}`,
      unit: 'ms',
      ours: samples[form],
      peers: [{ name: peer, samples: samples.plain }],
      bars: bar === undefined ? [] : [{ peer, atMost: bar }],
    })
  })

const plainImage = (url: string): string =>
  `<img src="${url.replaceAll('&', '&amp;')}" alt="Picture 1" width="480" height="320">`
