/** Where on the page, CSS pixels from the top left corner of the window. */
export type Point = { x: number; y: number }

export type Key = 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End' | 'Escape' | 'Tab' | 'Enter'

/** One browser with one window, as far as the suite has to command it. */
export type Engine = {
  goTo: (url: string) => Promise<void>
  /** Runs the body of an async function in the page; what it returns is JSON. */
  run: (body: string) => Promise<unknown>
  click: (at: Point) => Promise<void>
  press: (key: Key) => Promise<void>
  /** One notch of a wheel, sideways, pixels. */
  wheel: (at: Point, byX: number) => Promise<void>
  /** Drags a finger; null where the engine's driver has none that scrolls. */
  swipe: ((from: Point, byX: number) => Promise<void>) | null
  /** PNG of what the window shows. */
  screenshot: () => Promise<Buffer>
  stop: () => Promise<void>
}
