import type { Engine, Key } from '@vitrine/testing/engines'

/** In the page: visible elements by selector and text, and waiting. Sent as a string with every script. */
const tools = `
const visible = (element) => element.getClientRects().length > 0
const nameOf = (element) =>
  element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
const find = (selector, name) => [...document.querySelectorAll(selector)].find((element) =>
  visible(element) && (name === undefined || nameOf(element).trim() === name))
const until = async (look) => {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const texts = (pattern) => pattern.test(document.body.innerText)
const isBusy = () => document.querySelector('[aria-busy="true"], [data-state="loading"]') !== null
`

const text = JSON.stringify

/** A person with a pointer and a keyboard. Waits as long as the engine's scripts may. */
export function createPerson(engine: Engine) {
  const run = <Result>(body: string): Promise<Result> => engine.run(tools + body) as Promise<Result>
  return {
    run,
    open: async (url: string): Promise<void> => {
      // The address may be reported before the former page is left, which is marked therefore.
      await run('window.isLeft = true')
      await engine.goTo(url)
      const isShown = () => run(`await until(() => !window.isLeft && find('h1, h2') && !isBusy())`)
      await isShown().catch((error: unknown) => {
        // The script began in the former page.
        if (!/unload/.test(String(error))) throw error
        return isShown()
      })
    },
    /** Presses it once it is there, can be pressed, and stands still. */
    click: async (selector: string, name: string): Promise<void> => {
      const middle = await run<{ x: number; y: number }>(`
        const one = await until(() => {
          const found = find(${text(selector)}, ${text(name)})
          return found && !found.disabled && found.getAttribute('aria-disabled') !== 'true' && found
        })
        one.scrollIntoView({ block: 'center' })
        await Promise.allSettled(document.getAnimations()
          .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
          .map(({ finished }) => finished))
        const { x, y, width, height } = one.getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }`)
      await engine.click(middle)
    },
    /** Types into a field, over its former text. */
    fill: async (name: string, value: string): Promise<void> => {
      await run(`
        const field = await until(() => find('input', ${text(name)}))
        field.focus()
        field.select()`)
      await engine.type(value)
    },
    press: (key: Key): Promise<void> => engine.press(key),
    /** Waits for words anywhere on the page. */
    reads: (pattern: RegExp): Promise<unknown> => run(`await until(() => texts(${pattern}))`),
  }
}

export type Person = ReturnType<typeof createPerson>
