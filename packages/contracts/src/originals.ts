/** Who may fetch originals: anyone who knows their addresses, or holders of signed ones. */
export const originalsRules = ['public', 'signed'] as const

export type OriginalsRule = (typeof originalsRules)[number]

/** Bounds of a project's `maxPublicWidth`, pixels: the smallest size of the embed, and the largest rendition. */
export const publicWidthBounds = { min: 320, max: 4096 } as const

/** What anyone may see of a project's pictures. */
export type Exposure = {
  originals: OriginalsRule
  /** Pixels that neither side exceeds, if originals are `signed`. */
  maxPublicWidth: number
}

type Size = { width: number; height: number }

/** The size in which anyone may see a picture: its own, or with private originals the largest within the bound. */
export function publicSize({ width, height }: Size, { originals, maxPublicWidth }: Exposure): Size {
  const longer = Math.max(width, height)
  if (originals === 'public' || longer <= maxPublicWidth) return { width, height }
  // Rounded down, so that the height, which follows from it, stays within the bound, too.
  const publicWidth = Math.max(1, Math.floor((width * maxPublicWidth) / longer))
  return { width: publicWidth, height: Math.max(1, Math.round((height * publicWidth) / width)) }
}
