export const positions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
  'tile',
] as const

export type Position = (typeof positions)[number]

type Size = { width: number; height: number }
export type Place = Size & { left: number; top: number }

/** Distance from the edges, as a part of the shorter side. */
const margin = 0.03

/**
 * Where a watermark is on a picture of this size. Copy of what `@vitrine/imaging` plans, which does not run in browsers;
 * the tests of both expect the same places.
 */
export function placesOf(
  size: Size,
  mark: Size,
  { position, scale }: { position: Position; scale: number },
): Place[] {
  const inset = Math.round(margin * Math.min(size.width, size.height))
  const room = {
    width: Math.max(1, Math.min(size.width * scale, size.width - 2 * inset)),
    height: Math.max(1, size.height - 2 * inset),
  }
  const factor = Math.min(room.width / mark.width, room.height / mark.height)
  const width = Math.max(1, Math.round(mark.width * factor))
  const height = Math.max(1, Math.round(mark.height * factor))
  if (position === 'tile') return tiles(size, { width, height })
  const along = (all: number, own: number, before: string, after: string): number => {
    if (position.includes(before)) return Math.min(inset, all - own)
    if (position.includes(after)) return Math.max(0, all - own - inset)
    return Math.floor((all - own) / 2)
  }
  const left = along(size.width, width, 'left', 'right')
  const top = along(size.height, height, 'top', 'bottom')
  return [{ left, top, width, height }]
}

function tiles(all: Size, mark: Size): Place[] {
  const gap = Math.ceil(Math.max(mark.width, mark.height) / 2)
  const along = (whole: number, own: number) =>
    Array.from({ length: Math.ceil(whole / (own + gap)) }, (_, index) => index * (own + gap))
  return along(all.height, mark.height).flatMap((top) =>
    along(all.width, mark.width).map((left) => ({ left, top, ...mark })),
  )
}
