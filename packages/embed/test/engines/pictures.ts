import type { Test } from 'tap'
import type { WidgetSpec } from '../fixture/widgets.js'
import { type EngineBench, elementOf, script } from './bench.js'
import { snippetOf } from './snippet.js'

const count = 6

/** @param first number of the first picture; those of earlier pages are in the browser's cache. */
const specOf = (first: number): WidgetSpec => ({
  layout: 'GRID',
  count,
  first,
  config: { columns: count, lightbox: true, aspectRatio: 'auto' },
})

/**
 * Pictures rejected by an overloaded delivery service are hidden, retried, and shown in the end.
 */
export async function checkFailedPictures(t: Test, bench: EngineBench): Promise<void> {
  await t.test('failed after the script has loaded', async (t) => {
    refuseAll(bench)
    await bench.visit({ body: script + elementOf(bench.publish(specOf(100))) })
    await checkUntilSeen(t, bench)
  })
  await t.test('failed before the script has loaded', async (t) => {
    refuseAll(bench)
    const spec = specOf(200)
    await bench.visit({ body: snippetOf(bench.fixture.origin, bench.publish(spec), spec) })
    await bench.run(async () => {
      const { probe } = window
      const all = () => [...probe.rootOf(probe.widgets()[0] as never).querySelectorAll('img')]
      await probe.until(() => all().every((one) => one.complete && !one.naturalWidth))
    })
    await bench.run(() => {
      const script = document.createElement('script')
      script.type = 'module'
      script.src = '/embed/v1.js'
      document.head.append(script)
    })
    await checkUntilSeen(t, bench)
  })
}

function refuseAll({ fixture }: EngineBench): void {
  for (const first of [100, 200]) {
    for (let number = first; number < first + count; number++) {
      fixture.refusals.set(`${number}`, Number.POSITIVE_INFINITY)
    }
  }
}

async function checkUntilSeen(t: Test, bench: EngineBench): Promise<void> {
  const failed = await bench.run(lookAtFailed)
  t.equal(failed.length, count)
  for (const { opacity, alt, role, isSized, isCovered, told } of failed) {
    t.equal(opacity, '0', 'the browser’s broken-image rendering is hidden')
    t.ok(isSized, 'it keeps its size')
    t.ok(isCovered, 'a ground stands in its place')
    t.ok(alt && role === null, 'screen readers get its alternative text')
    t.equal(told, alt, 'the alternative text is shown')
  }
  bench.fixture.refusals.clear()
  bench.fixture.requests.length = 0
  await bench.run(async () => {
    const { probe } = window
    const root = probe.rootOf(probe.widgets()[0] as never)
    await probe.until(() => root.querySelectorAll('img.loaded').length === 6)
    if (root.querySelector('.failed,.ground')) throw new Error('one is still marked')
  })
  const requests = bench.fixture.requests.filter((path) => path.includes('/deliver/'))
  t.equal(requests.length, count, 'each is requested once more')
}

/** The state of each picture once all have failed. Runs in the page. */
async function lookAtFailed() {
  const { probe } = window
  const root = () => probe.widgets()[0]?.shadowRoot
  const all = () => [...(root()?.querySelectorAll<HTMLImageElement>('img.failed') ?? [])]
  // The part that shows the texts is loaded after the first failure.
  const isMarked = (one: Element) => one.nextElementSibling?.matches('.ground')
  await probe.until(() => all().length === 6 && all().every(isMarked))
  // The ground gets its size with the next frame.
  await probe.frames(2)
  return all().map((one) => {
    const { width, height } = one.getBoundingClientRect()
    const ratio = Number(one.getAttribute('width')) / Number(one.getAttribute('height'))
    const ground = one.nextElementSibling
    if (!ground) throw new Error('no ground')
    const box = ground.getBoundingClientRect()
    return {
      opacity: getComputedStyle(one).opacity,
      alt: one.alt,
      role: one.getAttribute('aria-hidden') ?? one.getAttribute('role'),
      isSized: Math.abs(width / height - ratio) < 0.05,
      isCovered: Math.abs(box.width - width) < 2 && Math.abs(box.height - height) < 2,
      told: ground.textContent,
    }
  })
}
