import type { Engine, Point } from '@vitrine/testing/engines'
import type { Test } from 'tap'
import { type Fixture, type PageSpec, startFixture } from '../fixture/server.js'
import type { WidgetSpec } from '../fixture/widgets.js'
import { callOf, type PageOptions, pageScript } from './in-page.js'

/** One engine with one window, and a site. */
export type EngineBench = {
  engine: Engine
  fixture: Fixture
  /** Shows a page; `problems` are then those of this page. */
  visit: (page: PageSpec, options?: PageOptions) => Promise<void>
  /** Publishes a widget and returns its slug. */
  publish: (spec: WidgetSpec) => string
  /** Runs a function in the page, with its arguments and `window.probe` in scope. */
  run: <Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ) => Promise<Awaited<Result>>
  /** The centre of an element in the shadow root of the widget with this number. */
  middleOf: (selector: string, widget?: number) => Promise<Point>
}

export const script = '<script type="module" src="/embed/v1.js"></script>'

export const elementOf = (slug: string, attributes = ''): string =>
  `<vitrine-widget slug="${slug}" api-key="pk_test" ${attributes}></vitrine-widget>`

/** Starts an engine and a site for one test file. */
export async function createEngineBench(
  t: Test,
  start: (env: NodeJS.ProcessEnv) => Promise<Engine>,
): Promise<EngineBench> {
  const fixture = await startFixture()
  t.teardown(fixture.stop)
  const engine = await start(process.env)
  t.teardown(engine.stop)
  let number = 0

  const run: EngineBench['run'] = async (call, ...args) =>
    (await engine.run(callOf(call, args))) as never
  return {
    engine,
    fixture,
    run,
    visit: async ({ head = '', ...page }, options = {}) => {
      const path = `/page-${++number}`
      fixture.pages.set(path, { ...page, head: pageScript(options) + head })
      await engine.goTo(fixture.origin + path)
    },
    publish: (spec) => {
      const slug = `widget-${++number}`
      fixture.widgets.set(slug, spec)
      return slug
    },
    middleOf: (selector, widget = 0) =>
      run(
        (find, at) => {
          const all = window.probe.widgets()[at]?.shadowRoot?.querySelectorAll(find) ?? []
          const seen = [...all].find((one) => !one.closest('[inert]') && one.clientWidth > 0)
          if (!seen) throw new Error(`no ${find} is seen`)
          const { x, y, width, height } = seen.getBoundingClientRect()
          return { x: x + width / 2, y: y + height / 2 }
        },
        selector,
        widget,
      ),
  }
}

/** Waits until every widget of the page is ready and its pictures in view are loaded. */
export const shown = ({ run }: EngineBench): Promise<void> =>
  run(async () => {
    const { probe } = window
    await probe.until(() => probe.widgets().every((one) => one.shadowRoot?.querySelector('.live')))
    const isThere = (picture: HTMLImageElement) => {
      const { top, bottom } = picture.getBoundingClientRect()
      const isSeen = bottom > 0 && top < innerHeight && !picture.closest('[inert],li,.pages')
      return !isSeen || picture.naturalWidth > 0
    }
    await probe.until(() =>
      probe.widgets().every((one) => [...probe.rootOf(one).querySelectorAll('img')].every(isThere)),
    )
  })
