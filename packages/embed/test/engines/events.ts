import type { Test } from 'tap'
import type { WidgetSpec } from '../fixture/widgets.js'
import { type EngineBench, elementOf, script, shown } from './bench.js'
import type { PageOptions } from './in-page.js'

const count = 3

/** Its first picture opens the lightbox, its last is a link. */
const specOf = ({ fixture }: EngineBench, events = true): WidgetSpec => ({
  layout: 'GRID',
  count,
  events,
  config: { lightbox: true, columns: count },
  pictures: [{}, {}, { link: { url: `${fixture.origin}/left`, newTab: false } }],
})

/** Delivery is on another origin than the page, as on most sites. */
const deliveryOf = ({ fixture }: EngineBench) => fixture.origin.replace('127.0.0.1', 'localhost')

const elementFrom = (bench: EngineBench, slug: string): string =>
  elementOf(slug, `base-url="${deliveryOf(bench)}"`)

/** A square widget at the lower edge of the window, with this share of it in sight. */
function atEdge(bench: EngineBench, share: number, left: number) {
  const side = 200
  const config = { columns: 1, aspectRatio: '1/1' }
  const slug = bench.publish({ layout: 'GRID', count: 1, events: true, config })
  const top = `calc(100vh - ${share * side}px)`
  const style = `position:fixed;left:${left}px;top:${top};width:${side}px`
  return { slug, html: `<div style="${style}">${elementFrom(bench, slug)}</div>` }
}

/** Views, opened pictures and followed links, on a page that is hidden twice and then left. */
export async function checkEvents(t: Test, bench: EngineBench): Promise<void> {
  const { fixture, run } = bench
  fixture.reports.length = 0
  const slug = bench.publish(specOf(bench))
  const [most, less] = [atEdge(bench, 0.6, 700), atEdge(bench, 0.4, 950)]
  const wide = `<div style="width:600px">${elementFrom(bench, slug)}</div>`
  await visit(bench, wide + most.html + less.html)

  await run(ticking, 3)
  await run(() => window.probe.pass(999))
  await openFirst(bench)
  await run(hide)
  await fixture.until(() => fixture.reports.length >= 1)
  t.strictSame(sentBy(bench, slug), ['open 0'], 'no view before a second has passed')

  await run(() => window.probe.pass(1))
  await run(ticking, 3)
  await run(hide)
  await fixture.until(() => fixture.reports.length >= 3)
  const views = ['view', 'view 0', 'view 1', 'view 2']
  t.strictSame(sentBy(bench, slug), ['open 0', ...views], 'the widget and its pictures')
  t.strictSame(sentBy(bench, most.slug), ['view', 'view 0'], 'more than half is in sight')

  await run(() => window.probe.widgets()[0]?.reload())
  // The recorder of the replaced content stops at its next look.
  await run(ticking, 4)
  for (let second = 0; second < 3; second++) {
    await run(() => window.probe.pass(1000))
    await run(ticking, 3)
  }
  t.strictSame(await run(() => window.probe.problems), [])
  await occupyDelivery(bench)
  await leave(bench)
  await fixture.until(() => fixture.reports.length >= 4)
  t.strictSame(sentBy(bench, slug), ['open 0', ...views, 'click 2'], 'views count once')
  t.strictSame(sentBy(bench, less.slug), [], 'less than half is in sight')
  for (const { apiKey, method, contentType } of fixture.reports) {
    t.equal(apiKey, 'pk_test')
    t.equal(method, 'POST', 'there is no preflight')
    t.match(contentType, /^text\/plain/)
  }
}

/**
 * The same visit with a READ key, under Global Privacy Control, and then with neither: the report of
 * the last one comes after any that the others could send.
 */
export async function checkSilence(t: Test, bench: EngineBench): Promise<void> {
  const { fixture, engine, run } = bench
  fixture.reports.length = 0
  const spend = async (spec: WidgetSpec, options: PageOptions = {}) => {
    const slug = bench.publish(spec)
    await visit(bench, elementFrom(bench, slug), options)
    const isObjecting = await run(
      () => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true,
    )
    t.equal(isObjecting, options.hasPrivacyControl === true, 'Global Privacy Control')
    const isRecorded = spec.events === true && !isObjecting
    await run(() => window.probe.pass(0))
    for (let second = 0; second < 2; second++) {
      if (isRecorded) await run(ticking, 1)
      await run(() => window.probe.pass(1000))
    }
    if (isRecorded) await run(ticking, 1)
    await openFirst(bench)
    await leave(bench)
    return slug
  }
  await spend(specOf(bench, false))
  await engine.setPrivacyControl?.(true)
  await spend(specOf(bench), { hasPrivacyControl: true })
  await engine.setPrivacyControl?.(false)
  const slug = await spend(specOf(bench))
  await fixture.until(() => fixture.reports.some((report) => report.slug === slug))
  const views = ['view', 'view 0', 'view 1', 'view 2']
  t.strictSame(sentBy(bench, slug), [...views, 'open 0', 'click 2'])
  t.equal(fixture.reports.length, 1, 'the others sent nothing')
}

/** Waits until so many recorders have looked and wait for the next second. */
const ticking = (recorders: number): Promise<void> =>
  window.probe.until(() => window.probe.timers() === recorders)

type Event = { type: string; assetId?: string }

/** Everything that a widget has sent, each event with the number of its picture. */
const sentBy = ({ fixture }: EngineBench, slug: string): string[] =>
  fixture.reports
    .filter((report) => report.slug === slug)
    .flatMap(({ body }) => (JSON.parse(body) as { events: Event[] }).events)
    .map(({ type, assetId }) => (assetId ? `${type} ${Number(assetId.slice(-12))}` : type))

/** Shows a page with its own clock, and waits until a recorder would have started. */
async function visit(bench: EngineBench, body: string, options: PageOptions = {}): Promise<void> {
  const { fixture, run } = bench
  await bench.visit({ body: script + body }, { ...options, hasOwnClock: true })
  await shown(bench)
  const isRecorder = (path: string) => path.endsWith('/events.js')
  await fixture.until(() => fixture.requests.some(isRecorder))
  // The element would have imported the same module before.
  await run(
    async (path) => {
      const module = document.createElement('script')
      module.type = 'module'
      module.src = path
      const loaded = new Promise((resolve) => module.addEventListener('load', resolve))
      document.head.append(module)
      await loaded
    },
    `${fixture.requests.find(isRecorder)}`,
  )
}

/** Opens the first picture in the lightbox and closes it. */
async function openFirst({ engine, middleOf, run }: EngineBench): Promise<void> {
  const isOpen = async (expected: boolean) => {
    const { probe } = window
    const dialog = () => probe.widgets()[0]?.shadowRoot?.querySelector('dialog[open]') ?? null
    await probe.until(() => (dialog() !== null) === expected)
  }
  await engine.click(await middleOf('a.open'))
  await run(isOpen, true)
  await engine.press('Escape')
  await run(isOpen, false)
}

/** Dispatches what browsers do when the visitor changes to another tab. */
const hide = () => {
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

/** An engine opens as many connections to a host. */
const maxConnections = 6

/**
 * Occupies the page's connections to delivery until the page is left, so that Chromium and WebKit send only a request
 * that outlives the page. Firefox sends any.
 */
async function occupyDelivery(bench: EngineBench): Promise<void> {
  const { fixture, run } = bench
  fixture.faults.set('hanging', 'hang')
  await run(
    (address, number) => {
      for (let at = 0; at < number; at++) fetch(`${address}?${at}`).catch(() => {})
    },
    `${deliveryOf(bench)}/api/v1/widgets/hanging`,
    maxConnections,
  )
  const isHanging = (path: string) => path.endsWith('/hanging')
  await fixture.until(() => fixture.requests.filter(isHanging).length === maxConnections)
}

/**
 * Clicks the link of the last picture, which the site follows itself, leaves the page, and waits for what both pages
 * send on that occasion.
 */
async function leave({ fixture, engine, middleOf, run }: EngineBench): Promise<void> {
  fixture.pages.set('/left', { body: "<script>fetch('/arrived')</script>" })
  const before = fixture.requests.length
  await run(() => {
    addEventListener('visibilitychange', () => navigator.sendBeacon('/gone'))
    // A navigation of the page would race with those of the driver.
    addEventListener('click', (event) => {
      event.preventDefault()
      document.body.dataset.clicked = ''
    })
  })
  const link = await middleOf('a[href$="/left"]')
  // A lightbox that fades out takes clicks.
  await run(async ({ x, y }) => {
    const { probe } = window
    const hit = () => probe.widgets()[0]?.shadowRoot?.elementFromPoint(x, y)
    await probe.until(() => hit()?.closest('a[href$="/left"]'))
  }, link)
  await engine.click(link)
  await run(() => window.probe.until(() => 'clicked' in document.body.dataset))
  await engine.goTo(`${fixture.origin}/left`)
  const isLeft = (path: string) => fixture.requests.includes(path, before)
  await fixture.until(() => ['/gone', '/arrived'].every(isLeft))
}
