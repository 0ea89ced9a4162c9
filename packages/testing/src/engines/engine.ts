/** A point in the page, CSS pixels from the top left corner of the viewport. */
export type Point = { x: number; y: number }

export type Key = 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End' | 'Escape' | 'Tab' | 'Enter'

/** One browser with one window, limited to the commands that the suites need. */
export type Engine = {
  goTo: (url: string) => Promise<void>
  /** Runs the body of an async function in the page; its result must be JSON. */
  run: (body: string) => Promise<unknown>
  click: (at: Point) => Promise<void>
  press: (key: Key) => Promise<void>
  /** Types a text where the focus is. */
  type: (text: string) => Promise<void>
  /** Scrolls sideways by one notch of a wheel, pixels. */
  wheel: (at: Point, byX: number) => Promise<void>
  /** Drags a finger; null if the engine's driver has no touch scrolling. */
  swipe: ((from: Point, byX: number) => Promise<void>) | null
  /**
   * Sets Global Privacy Control for pages that are opened later; null if the engine's driver cannot.
   */
  setPrivacyControl: ((isOn: boolean) => Promise<void>) | null
  /** PNG of the window's content. */
  screenshot: () => Promise<Buffer>
  stop: () => Promise<void>
}
