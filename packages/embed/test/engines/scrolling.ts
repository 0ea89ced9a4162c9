import { createRandom } from '@vitrine/testing/random'
import type { Test } from 'tap'
import { type EngineBench, elementOf, script, shown } from './bench.js'
import type { PageOptions, Told } from './in-page.js'

const count = 7
const widgets = [
  { dir: 'ltr', perView: 1, layout: 'CAROUSEL' },
  { dir: 'ltr', perView: 3, layout: 'CAROUSEL' },
  { dir: 'rtl', perView: 1, layout: 'SLIDER' },
  { dir: 'rtl', perView: 3, layout: 'CAROUSEL' },
] as const

type Move = { by: number; behavior: ScrollBehavior; how: 'scrollBy' | 'scrollTo' | 'step' }

/**
 * Random scrolls, by script and by the visitor, end on the announced slide. Four widgets of a page
 * scroll at once.
 *
 * @param rounds of four scrolls by script, and as many by wheel and keys in turn.
 */
export async function checkScrolling(
  t: Test,
  bench: EngineBench,
  { rounds, ...options }: PageOptions & { rounds: { script: number; visitor: number } },
): Promise<void> {
  const { pick } = createRandom(2026)
  await bench.visit({ head: '<style>body{margin:8px}</style>', body: bodyOf(bench) }, options)
  await shown(bench)

  for (let round = 0; round < rounds.script; round++) {
    const moves = widgets.map(
      (): Move => ({
        by: pick([-3, -2, -1, 1, 2, 3]),
        behavior: pick(['smooth', 'instant', 'auto']),
        how: pick(['scrollBy', 'scrollBy', 'scrollTo', 'step']),
      }),
    )
    const wrong = await bench.run(scrollAll, moves, count)
    t.strictSame(wrong, [], `round ${round}: ${JSON.stringify(moves)}`)
  }
  const visits = [visitByWheel, visitByKey, ...(bench.engine.swipe ? [visitByFinger] : [])]
  for (let round = 0; round < rounds.visitor; round++) {
    for (const at of widgets.keys()) {
      const visit = visits[round % visits.length]
      const sign = pick([-1, 1])
      await visit?.(bench, at, sign)
      const told = await bench.run(rest, at)
      t.strictSame(told, agreed(told, at), `${visit?.name} ${sign} in widget ${at}`)
    }
  }
  t.strictSame(await bench.run(() => window.probe.problems), [])
}

const bodyOf = (bench: EngineBench): string =>
  script +
  widgets
    .map(({ dir, perView, layout }) => {
      const config = {
        slidesPerView: perView,
        showCounter: true,
        showDots: true,
        gap: 8,
        aspectRatio: perView === 1 ? '5/1' : '2/1',
        transitionDuration: 120,
        transition: 'slide',
      }
      const slug = bench.publish({ layout, count, config })
      return `<div dir="${dir}" style="width:600px">${elementOf(slug)}</div>`
    })
    .join('')

const visitByWheel = async ({ engine, middleOf }: EngineBench, at: number, sign: number) =>
  engine.wheel(await middleOf('.scroll', at), sign * 120)

const visitByFinger = async ({ engine, middleOf }: EngineBench, at: number, sign: number) =>
  engine.swipe?.(await middleOf('.scroll', at), sign * 250)

const visitByKey = async ({ engine, run }: EngineBench, at: number, sign: number) => {
  await run((number) => {
    const widget = window.probe.widgets()[number]
    widget?.shadowRoot?.querySelector<HTMLElement>('.scroll')?.focus()
  }, at)
  await engine.press(sign > 0 ? 'ArrowRight' : 'ArrowLeft')
}

/** The expected report of a widget whose state is consistent. */
function agreed({ drawn, index }: Told, at: number): Told {
  const perView = widgets[at]?.perView ?? 1
  const all = { index, event: index, dot: index, counter: index }
  const reachable = Array.from({ length: perView }, (_, offset) => (index + offset) % count)
  return { drawn: drawn === null ? -1 : index, ...all, reachable }
}

/** Resolves when a widget has not moved for many frames, or after a long timeout. */
async function rest(at: number): Promise<Told> {
  const { frames, told, widgets } = window.probe
  const widget = widgets()[at]
  if (!widget) throw new Error('no widget')
  let last = ''
  for (let still = 0, frame = 0; still < 24 && frame < 1500; still++, frame++) {
    await frames(1)
    const now =
      JSON.stringify(told(widget)) + widget.shadowRoot?.querySelector('.scroll')?.scrollLeft
    if (now !== last) still = 0
    last = now
  }
  return told(widget)
}

/**
 * Scrolls every widget, and waits until each shows and announces a slide between its start and its
 * destination for many frames.
 *
 * @returns the faults that remain after a long timeout.
 */
async function scrollAll(moves: Move[], count: number): Promise<string[]> {
  const { frames, rootOf, told, widgets } = window.probe
  const all = widgets().map((widget, at) => {
    const { by, how, behavior } = moves[at] ?? { by: 1, how: 'step', behavior: 'auto' }
    const scroll = rootOf(widget).querySelector<HTMLElement>('.scroll')
    const slide = rootOf(widget).querySelector<HTMLElement>('.slide')
    if (!scroll || !slide) throw new Error('no carousel')
    const sign = getComputedStyle(widget).direction === 'rtl' ? -1 : 1
    const left = by * sign * (slide.getBoundingClientRect().width + 8)
    const from = widget.index
    if (how === 'step') widget[by > 0 ? 'next' : 'previous']()
    else if (how === 'scrollBy') scroll.scrollBy({ left, behavior })
    else scroll.scrollTo({ left: scroll.scrollLeft + left, behavior })
    // Engines differ in whether a script's scroll skips a slide with `scroll-snap-stop`.
    const steps = how === 'step' ? [1] : [1, 2, 3].filter((step) => step <= Math.abs(by))
    const ends = steps.map((step) => (from + Math.sign(by) * step + count) % count)
    const problem = () => {
      const now = told(widget)
      const { drawn, index, event, dot, counter, reachable } = now
      const isOne = [index, event, dot, counter, reachable[0]].every((one) => one === drawn)
      const isRight = isOne && drawn !== null && ends.includes(drawn)
      return isRight ? '' : `${at}: ${how} ${by} from ${from}: ${JSON.stringify(now)}`
    }
    return problem
  })
  let problems: string[] = []
  for (let still = 0, frame = 0; still < 16 && frame < 1500; still++, frame++) {
    await frames(1)
    problems = all.map((problem) => problem()).filter(Boolean)
    if (problems.length > 0) still = 0
  }
  return problems
}
