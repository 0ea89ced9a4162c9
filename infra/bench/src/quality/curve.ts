/** Means of the same photographs at one quality. */
export type Measured = { quality: number; bytes: number; ssim: number }

/**
 * The bytes at which a curve has this SSIM, or NaN beyond its ends: between two qualities, the logarithm of the
 * bytes is taken to be linear in SSIM.
 */
export function bytesAt(curve: readonly Measured[], ssim: number): number {
  const sorted = curve.toSorted((a, b) => a.ssim - b.ssim)
  const above = sorted.findIndex((point) => point.ssim >= ssim)
  const [low, high] = [sorted[above - 1], sorted[above]]
  if (high === undefined) return Number.NaN
  if (high.ssim === ssim) return high.bytes
  if (low === undefined) return Number.NaN
  const part = (ssim - low.ssim) / (high.ssim - low.ssim)
  return low.bytes * (high.bytes / low.bytes) ** part
}

/** Our bytes divided by the peer's at the SSIM of each of its points; without those that ours does not reach. */
export const matchedRatios = (
  ours: readonly Measured[],
  theirs: readonly Measured[],
): { quality: number; ratio: number }[] =>
  theirs
    .map(({ quality, bytes, ssim }) => ({ quality, ratio: bytesAt(ours, ssim) / bytes }))
    .filter(({ ratio }) => !Number.isNaN(ratio))

/** A result of one photograph. */
export type Sample = { bytes: number; ssim: number }

/** By quality, then by the photograph's name. */
export type Samples = ReadonlyMap<number, ReadonlyMap<string, Sample>>

/** The photographs that all of these have at each quality. */
export function commonNames(all: readonly Samples[]): string[] {
  const lists = all.flatMap((samples) => [...samples.values()])
  const [first, ...rest] = lists
  return [...(first?.keys() ?? [])].filter((name) => rest.every((list) => list.has(name)))
}

export function curveOf(samples: Samples, names: readonly string[]): Measured[] {
  return [...samples].map(([quality, byName]) => {
    const mean = (field: keyof Sample) =>
      names.reduce((sum, name) => sum + (byName.get(name)?.[field] ?? Number.NaN), 0) / names.length
    return { quality, bytes: mean('bytes'), ssim: mean('ssim') }
  })
}
