/** The width of the page in the preview, px; `fit` follows the pane. */
export type Width = 'fit' | number

export const leastWidth = 240
export const mostWidth = 2560

/** Common devices, by the width of their page. */
export const devices = { phone: 360, tablet: 768, desktop: 1280 } as const
export type Device = keyof typeof devices

export const deviceOf = (width: Width): Device | null =>
  (Object.keys(devices) as Device[]).find((name) => devices[name] === width) ?? null

const clamped = (width: number): number =>
  Math.round(Math.max(leastWidth, Math.min(width, mostWidth)))

/** A width that was typed; null while it is none. */
export function typedWidth(text: string): number | null {
  const isWhole = /^\d{1,5}$/.test(text.trim())
  return isWhole && clamped(Number(text)) === Number(text) ? Number(text) : null
}

type Drag = {
  /** The page's width when the drag began, px. */
  from: number
  /** How far the pointer has moved away from the middle of the page, px on the screen. */
  by: number
  scale: number
}

/** The page stands in the middle, so it grows on both sides. */
export const draggedWidth = ({ from, by, scale }: Drag): number => clamped(from + (2 * by) / scale)

/** The width after a key; null for other keys. Shift is ten times as far. */
export function keyedWidth(
  width: number,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  isRightToLeft: boolean,
): number | null {
  const step = (shiftKey ? 100 : 10) * (isRightToLeft ? -1 : 1)
  if (key === 'ArrowRight') return clamped(width + step)
  if (key === 'ArrowLeft') return clamped(width - step)
  if (key === 'Home') return leastWidth
  return key === 'End' ? mostWidth : null
}

/** How much smaller a page is shown that is wider than its place. */
export const scaleOf = (width: number, room: number): number =>
  width === 0 ? 1 : Math.min(1, room / width)
