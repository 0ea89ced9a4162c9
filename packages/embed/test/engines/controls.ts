import type { Key, Point } from '@vitrine/testing/engines'
import type { Test } from 'tap'
import { type EngineBench, elementOf, script, shown } from './bench.js'
import type { Told } from './in-page.js'

const count = 5

/** Arrows, dots and keys of a carousel, left to right and right to left. */
export async function checkControls(t: Test, bench: EngineBench): Promise<void> {
  for (const dir of ['ltr', 'rtl'] as const) {
    const slug = bench.publish({
      layout: 'SLIDER',
      count,
      config: {
        showDots: true,
        showCounter: true,
        transition: 'slide',
        transitionDuration: 80,
      },
    })
    await bench.visit({ html: `dir="${dir}" lang="en"`, body: script + elementOf(slug) })
    await shown(bench)
    const [forward, back]: Key[] =
      dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    const press = (key: Key | undefined) => () => bench.engine.press(key ?? 'End')
    const click = (selector: string) => async () =>
      bench.engine.click(await bench.middleOf(selector))
    const steps = [
      ['next', click('.next'), 1],
      ['next', click('.next'), 2],
      ['previous', click('.prev'), 1],
      ['a dot', click('#tab4'), 4],
      ['forward from the last dot', press(forward), 0],
      ['back from the first dot', press(back), 4],
      ['Home', press('Home'), 0],
      ['End', press('End'), 4],
    ] as const
    for (const [name, act, expected] of steps) {
      await act()
      t.strictSame(await bench.run(come, expected), tellingOf(expected), `${dir}: ${name}`)
    }
  }
}

const tellingOf = (index: number): Told => ({
  drawn: index,
  index,
  event: index,
  dot: index,
  counter: index,
  reachable: [index],
})

/** Waits until a slide is shown, with a generous timeout. */
async function come(expected: number): Promise<Told | undefined> {
  const { frames, told, widgets } = window.probe
  const [widget] = widgets()
  if (!widget) return
  const isThere = () => {
    const { drawn, event } = told(widget)
    return drawn === expected && event === expected
  }
  for (let frame = 0; frame < 1500 && !isThere(); frame++) await frames(1)
  return told(widget)
}

/** The picture the lightbox shows and the one it announces, counted from 0. */
type LightboxTold = { drawn: number; count: string; title: string; reachable: number[] }

/** Navigates by click, arrows, keys, Back and Escape, with motion and without. */
export async function checkLightbox(
  t: Test,
  bench: EngineBench,
  options: { isMotionReduced: boolean },
): Promise<void> {
  const config = { lightbox: true, columns: 3, deepLink: true }
  const slug = bench.publish({ layout: 'GRID', config })
  await bench.visit({ body: script + elementOf(slug) }, options)
  await shown(bench)
  await bench.engine.click(await bench.middleOf('a.open'))
  const expect = async (index: number, how: string) => {
    const told = await bench.run(lightboxAt, index)
    t.match(told, { drawn: index, count: `${index + 1} of 6`, reachable: [index] }, how)
    t.equal(told?.title, titles[index], how)
  }
  const middle = (selector: string): Promise<Point> => bench.middleOf(`dialog ${selector}`)
  await expect(0, 'opened')
  await bench.engine.click(await middle('.next'))
  await expect(1, 'next')
  await bench.engine.press('ArrowRight')
  await expect(2, 'a key')
  await bench.engine.click(await middle('.prev'))
  await expect(1, 'previous')
  t.equal(await bench.run(() => location.hash), `#vitrine-${slug}/2`)
  const widthOf = () => {
    const root = window.probe.widgets()[0]?.shadowRoot
    return root?.querySelector('.page:not([inert]) img')?.getBoundingClientRect().width ?? 0
  }
  const whole = await bench.run(widthOf)
  await bench.engine.click(await middle('.page img'))
  const isEnlarged = await bench.run(async (before) => {
    const { probe } = window
    const root = probe.widgets()[0]?.shadowRoot
    const picture = root?.querySelector('.page:not([inert]) img')
    await probe.until(() => (picture?.getBoundingClientRect().width ?? 0) >= 1.9 * before)
    return root?.querySelector('.zoom')?.ariaLabel === 'Zoom out'
  }, whole)
  t.ok(isEnlarged, 'a click enlarges')
  await bench.run(() => history.back())
  await bench.run(isClosed)
  t.equal(await bench.run(() => location.hash), '', 'Back')
  await bench.engine.click(await bench.middleOf('a.open'))
  await expect(0, 'opened again')
  await bench.engine.press('Escape')
  await bench.run(isClosed)
  const isFocused = await bench.run(async () => {
    const { probe } = window
    const root = probe.widgets()[0]?.shadowRoot
    await probe.until(() => location.hash === '')
    return root?.activeElement === root?.querySelector('a.open')
  })
  t.ok(isFocused, 'the focus is restored')
  t.strictSame(await bench.run(() => window.probe.problems), [])
}

/** Titles of the fixture's pictures, in order. */
const titles = [
  'Dawn behind blue mountain ridges',
  'A valley of spruces in the mist',
  'Northern lights above a still lake',
  'Dunes under a low and heavy sun',
  'Evening at the sea, a path of light on calm water',
]

const isClosed = () => {
  const { probe } = window
  return probe.until(() => !probe.widgets()[0]?.shadowRoot?.querySelector('dialog'))
}

async function lightboxAt(expected: number): Promise<LightboxTold | undefined> {
  const { frames, widgets } = window.probe
  const root = widgets()[0]?.shadowRoot
  const told = (): LightboxTold | undefined => {
    const pages = [...(root?.querySelectorAll<HTMLElement>('.page') ?? [])]
    if (!root || !pages[0]) return
    const numberOf = (page: HTMLElement) => Number.parseInt(page.ariaLabel ?? '', 10) - 1
    const textOf = (selector: string) => root.querySelector(selector)?.textContent ?? ''
    return {
      drawn:
        pages.filter((page) => Math.abs(page.getBoundingClientRect().left) < 2).map(numberOf)[0] ??
        -1,
      count: textOf('.count'),
      title: textOf('.words'),
      reachable: pages.filter(({ inert }) => !inert).map(numberOf),
    }
  }
  const isThere = () => {
    const now = told()
    return now?.drawn === expected && now.reachable[0] === expected
  }
  for (let still = 0, frame = 0; still < 20 && frame < 1500; still++, frame++) {
    await frames(1)
    if (!isThere()) still = 0
  }
  return told()
}
