import type { Test } from 'tap'

/** Puts what a browser has in place of what Node has, or lacks, until the test ends. */
export function inBrowser(t: Test, globals: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(globals)) {
    const former = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    t.teardown(() => {
      if (former === undefined) Reflect.deleteProperty(globalThis, name)
      else Object.defineProperty(globalThis, name, former)
    })
  }
}

/** A storage of a browser, in memory. */
export function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}
