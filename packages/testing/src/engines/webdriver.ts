import type { Engine, Key, Point } from './engine.js'

/** The W3C WebDriver commands that the suite uses. */
export type Command = 'navigate' | 'execute' | 'act' | 'screenshot'

/** A session with a browser: sends a command and resolves to the `value` of the response. */
export type Session = {
  send: (command: Command, parameters: object) => Promise<unknown>
  stop: () => Promise<void>
}

/** No timeout per command, because the CPU may be busy. The test file has a timeout. */
export const timeouts = { script: 400_000, pageLoad: 400_000 }

const keys: Readonly<Record<Key, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
}

/** An engine controlled by W3C WebDriver. */
export function createWebDriverEngine(
  { send, stop }: Session,
  setPrivacyControl: Engine['setPrivacyControl'] = null,
): Engine {
  const act = (source: object) => send('act', { actions: [source] }).then(() => {})
  const type = (value: string) =>
    act({
      id: 'keyboard',
      type: 'key',
      actions: [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ],
    })
  const pointer = (at: Point, actions: object[]) => ({
    id: 'mouse',
    type: 'pointer',
    parameters: { pointerType: 'mouse' },
    actions: [{ type: 'pointerMove', duration: 0, origin: 'viewport', ...rounded(at) }, ...actions],
  })
  return {
    goTo: async (url) => {
      await send('navigate', { url })
    },
    run: async (body) => {
      const answer = await send('execute', { script: asCallback(body), args: [] })
      const { value, error } = answer as { value?: unknown; error?: string }
      if (error !== undefined) throw new Error(`in the page: ${error}`)
      return value
    },
    click: (at) =>
      act(
        pointer(at, [
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]),
      ),
    press: (key) => type(keys[key]),
    type: async (text) => {
      for (const character of text) await type(character)
    },
    wheel: (at, byX) =>
      act({
        id: 'wheel',
        type: 'wheel',
        actions: [
          {
            type: 'scroll',
            origin: 'viewport',
            duration: 0,
            ...rounded(at),
            deltaX: byX,
            deltaY: 0,
          },
        ],
      }),
    swipe: null,
    setPrivacyControl,
    screenshot: async () => Buffer.from(`${await send('screenshot', {})}`, 'base64'),
    stop,
  }
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })

/** Errors are returned as values, because engines word them differently or lose them. */
const asCallback = (body: string) => `const answer = arguments[arguments.length - 1];
(async () => { ${body} })().then(
  (value) => answer({ value }),
  (error) => answer({ error: String(error) + (error && error.stack) }),
)`
