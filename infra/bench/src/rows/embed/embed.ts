import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { findFreePort } from '@vitrine/local/programs'
import { untilIdle } from '../../processes.js'
import { quantile } from '../../quantile.js'
import { type Context, inTurns } from '../../rounds.js'
import { type Stack, withStack } from '../../stack.js'
import type { Bar, Line } from '../../table.js'
import { createWidgets, entryScript, peerCode, startSite, withRatio } from './pages.js'
import { bundlePeers } from './peers.js'
import { launch, openAndClose, press, scrollThrough, type Visit, visit } from './visit.js'

/** Bars of the largest paint, as a multiple of the time of a plain `<img>`. */
const forms = { script: 1.15, snippet: 1.05, bare: 1.25, iframe: undefined } as const
const slowPhone = { isSlowNetwork: true, slowdown: 4 }
const atMost = (limit: number, of: Bar['of'] = 'figure'): Bar => ({ of, atMost: limit })

/** What visitors of a page with a plain carousel load, see and feel, beside what other projects give them. */
export async function embed(context: Context): Promise<Line[]> {
  const url = `http://127.0.0.1:${await findFreePort()}`
  return withStack(context.log, (stack) => measure(stack, url, context), { PUBLIC_URL: url })
}

async function measure(stack: Stack, url: string, { log, rounds }: Context): Promise<Line[]> {
  const peers = await bundlePeers()
  const { widgets, assetIds } = await createWidgets(stack.management.url, url)
  await stack.startDelivery({ PORT: new URL(url).port })
  const site = await startSite(stack.addCleanup)
  const browser = await launch(log)
  stack.addCleanup(() => browser.close())
  log('waiting until nothing is made ahead any more …')
  await untilIdle(stack.management.pid)
  const [carousel] = widgets
  if (carousel === undefined) throw new Error('there is no carousel')

  // Unthrottled loads first: they render everything, and show which rendition the embed requests.
  const snippet = site.addPage(carousel.snippet)
  const { paint: shown } = await visit(browser, snippet)
  const [id = ''] = assetIds
  const pictures = assetIds.map((other) => shown.url.replace(id, other).replaceAll('&', '&amp;'))
  const ratios: number[] = []
  const bareOf = (index: number, bare: string) => withRatio(bare, ratios[index] ?? 1, index)
  const drafts = site.addPage(`${entryScript(url)}${widgets.map(({ bare }) => bare).join('')}`)
  await visit(browser, drafts, {
    act: async (page) => {
      await scrollThrough(page)
      const boxes = page.locator('vitrine-widget')
      ratios.push(
        ...(await boxes.evaluateAll((all) => all.map((one) => one.clientWidth / one.clientHeight))),
      )
    },
  })

  const pages = {
    plain: site.addPage(`<img src="${pictures[0]}" alt="Picture" width="480" height="320">`),
    script: site.addPage(carousel.script),
    snippet,
    bare: site.addPage(entryScript(url) + bareOf(0, carousel.bare)),
    iframe: site.addPage(carousel.iframe),
  }
  const carousels = peers.carousels.map((peer) => ({
    ...peer,
    page: site.addPage(peerCode(peer, pictures, site.add)),
  }))
  const many = Array.from({ length: 60 }, (_, i) => bareOf(i % 6, widgets[i % 6]?.bare ?? ''))
  const sixty = site.addPage(entryScript(url) + many.join('\n'))
  for (const page of [...Object.values(pages), ...carousels.map((peer) => peer.page)]) {
    await visit(browser, page)
  }

  log('measuring when the first picture is there, and what moves …')
  const load = (page: string) => async () => {
    const seen = await visit(browser, page, slowPhone)
    if (seen.paint.url !== shown.url) throw new Error(`${page} shows ${seen.paint.url}`)
    return seen
  }
  const loads = await inTurns(rounds, {
    ...mapValues(pages, load),
    ...Object.fromEntries(carousels.map(({ name, page }) => [name, load(page)])),
  })
  log('measuring how fast controls react …')
  const react = (page: string, act: ReturnType<typeof press>) => async () => {
    const { interactionsMs } = await visit(browser, page, { slowdown: 4, act })
    // The browser reports none below 16 ms.
    return quantile(interactionsMs.length > 0 ? interactionsMs : [8], 0.98)
  }
  const reactions = await inTurns(rounds, {
    ours: react(pages.script, press('vitrine-widget .next')),
    lightbox: react(pages.script, openAndClose()),
    ...Object.fromEntries(
      carousels.map(({ name, page, next }) => [name, react(page, press(next))]),
    ),
  })
  log('measuring sixty widgets on a page …')
  const { sixty: sixties } = await inTurns(rounds, {
    sixty: () => visit(browser, sixty, { slowdown: 4, act: scrollThrough }),
  })

  const of = (name: string): Visit[] => (loads as Record<string, Visit[]>)[name] ?? []
  const sizes = of('script').map(({ scripts }) => kilobytes(...scripts))
  const shifts = (visits: Visit[]) => visits.map(({ shift }) => shift)
  const paints = (name: string) => of(name).map(({ paint }) => paint.ms)
  const beside = <Own extends Omit<Line, 'peer'>>(
    line: Own,
    samples: (name: string, peer: (typeof carousels)[number]) => readonly number[],
  ): Line[] =>
    carousels.map((peer, index) => ({
      ...line,
      name: index === 0 ? line.name : '',
      peer: { name: peer.name, samples: samples(peer.name, peer) },
      ...(index > 0 && { bar: undefined }),
    })) as Line[]
  return [
    ...beside(
      { name: 'a carousel, all that it loads', unit: 'KB', ours: sizes, bar: atMost(12) },
      (_, { script, css }) => [kilobytes(script, css)],
    ),
    {
      name: 'its requests for code',
      unit: '',
      ours: of('script').map(({ scripts }) => scripts.length),
      bar: atMost(2),
    },
    {
      name: 'the lightbox, on intent',
      unit: 'KB',
      ours: [await lightboxSize()],
      peer: {
        name: 'PhotoSwipe 5.4.4',
        samples: [kilobytes(peers.lightbox.script, peers.lightbox.css)],
      },
      bar: atMost(6),
    },
    ...beside(
      { name: 'layout shift, script', unit: '', ours: shifts(of('script')), bar: atMost(0) },
      (name) => shifts(of(name)),
    ),
    ...(['snippet', 'bare', 'iframe'] as const).map(
      (form): Line => ({
        name: `layout shift, ${form}`,
        unit: '',
        ours: shifts(of(form)),
        bar: atMost(0),
      }),
    ),
    ...Object.entries(forms).map(([form, limit]): Line => {
      const peer = { name: 'plain <img>', samples: paints('plain') }
      const line: Line = { name: `largest paint, ${form}`, unit: 'ms', ours: paints(form), peer }
      return limit === undefined ? line : { ...line, bar: atMost(limit, 'ratio') }
    }),
    ...beside(
      { name: 'from input to paint, arrows', unit: 'ms', ours: reactions.ours, bar: atMost(100) },
      (name) => (reactions as Record<string, number[]>)[name] ?? [],
    ),
    {
      name: 'from input to paint, lightbox',
      unit: 'ms',
      ours: reactions.lightbox,
      bar: atMost(100),
    },
    { name: 'sixty widgets, layout shift', unit: '', ours: shifts(sixties), bar: atMost(0) },
    {
      name: 'sixty widgets, long tasks',
      unit: 'ms',
      ours: sixties.map(({ longTasksMs }) => longTasksMs),
      bar: atMost(5000),
    },
  ]
}

const mapValues = <Key extends string, From, To>(
  values: Readonly<Record<Key, From>>,
  map: (value: From) => To,
): Record<Key, To> =>
  Object.fromEntries(
    Object.entries<From>(values).map(([key, value]) => [key, map(value)]),
  ) as Record<Key, To>

/** With gzip -9, each on its own; 1 KB is 1000 bytes. */
const kilobytes = (...texts: readonly (string | Buffer)[]): number =>
  texts.reduce(
    (sum, text) => sum + (text.length > 0 ? gzipSync(text, { level: 9 }).length : 0),
    0,
  ) / 1000

async function lightboxSize(): Promise<number> {
  const file = new URL(import.meta.resolve('@vitrine/embed/manifest.json'))
  const manifest: Record<string, { gzipBytes: number } | undefined> = JSON.parse(
    await readFile(file, 'utf8'),
  )
  const { gzipBytes } = manifest['lightbox/lightbox'] ?? {}
  if (gzipBytes === undefined) throw new Error('the manifest of the embed has no lightbox')
  return gzipBytes / 1000
}
