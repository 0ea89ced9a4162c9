import { type Line, line } from '../../report/line.js'
import { inTurns } from '../../rounds.js'
import { type Form, forms } from '../codes.js'
import type { Fixture } from '../fixture.js'
import { pageInOne } from '../sample-page.js'
import { largestPaint, slowPhone } from './load.js'

/** Bars, as a multiple of the time of a plain `<img>`. */
const bars: Readonly<Partial<Record<Form, number>>> = { snippet: 1.1, script: 1.9 }

/** More rounds than elsewhere, because the result is close to the bar. */
const rounds = 7

type PageName = 'plain' | Form

/**
 * Compares the Largest Contentful Paint of each form with that of a plain `<img>` of the same
 * rendition, on an emulated phone on slow 4G. The cache is cold and the forms alternate.
 *
 * @throws if the largest paint of a page is another picture.
 */
export async function comparePaints({ browser, site, project }: Fixture): Promise<Line[]> {
  const ours = (form: Form) => ({
    url: site.addPage(pageInOne(project.code('still', form))),
    isFramed: form === 'iframe',
  })
  const pages = { script: ours('script'), snippet: ours('snippet'), iframe: ours('iframe') }
  // An unthrottled load first: it renders everything, and shows which rendition the embed requests.
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
