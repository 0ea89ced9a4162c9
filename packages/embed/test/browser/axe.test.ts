import t from '@vitrine/testing/t'
import axe from 'axe-core'
import { layoutNames } from '../../src/published.js'
import { createBench, pasted, ready } from '../fixture/browser.js'

const bench = await createBench(t)
const config = {
  autoplay: true,
  autoplaySpeed: 60_000,
  showCaptions: true,
  lightbox: true,
  maxHeight: 400,
  transition: 'fade',
}

type Finding = { id: string; impact: string; targets: string[] }

/** Six layouts on one page, with and without the optional parts. */
async function openAll(body = '') {
  const specs = layoutNames.flatMap((layout) => [
    [`${layout}-full`, { layout, config: { ...config, ariaLabel: `Full ${layout}` } }] as const,
    [
      `${layout}-plain`,
      { layout, config: { ariaLabel: `Plain ${layout}`, showDots: false } },
    ] as const,
    [
      `${layout}-more`,
      {
        layout,
        config: { ariaLabel: `More ${layout}`, thumbnails: true, loadMore: 4, rows: 'justified' },
      },
    ] as const,
  ])
  for (const [slug, spec] of specs) bench.fixture.widgets.set(slug, spec)
  const elements = specs.map(([slug]) => pasted(slug)).join('')
  const head = '<style>html{color-scheme:light dark}</style>'
  const page = await bench.visit({ head, body: `<main><h1>Test</h1>${elements}</main>${body}` })
  await ready(page)
  await page.evaluate(axe.source)
  return page
}

/** Each value of each preference is in one of them. */
const looks = [
  { dir: 'ltr', colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' },
  { dir: 'rtl', colorScheme: 'dark', forcedColors: 'none', reducedMotion: 'reduce' },
  { dir: 'rtl', colorScheme: 'light', forcedColors: 'active', reducedMotion: 'no-preference' },
] as const

t.test('axe finds no violation in any layout, colour scheme and direction', async (t) => {
  const page = await openAll()
  for (const { dir, ...media } of looks) {
    await page.emulateMedia(media)
    await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir)
    const findings = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        resultTypes: ['violations'],
      })
      return violations.map(
        ({ id, impact, nodes }): Finding => ({
          id,
          impact: `${impact}`,
          targets: nodes.map(({ target }) => target.join(' ')),
        }),
      )
    })
    t.strictSame(findings, [], JSON.stringify({ dir, media }))
  }
})
