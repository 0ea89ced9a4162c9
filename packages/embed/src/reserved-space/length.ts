/** A length relative to a container's width: `share` of it plus `pixels`. */
export type Length = { share: number; pixels: number }

export const at = ({ share, pixels }: Length, width: number): number => share * width + pixels

export const add = (lengths: readonly Length[]): Length => ({
  share: lengths.reduce((sum, { share }) => sum + share, 0),
  pixels: lengths.reduce((sum, { pixels }) => sum + pixels, 0),
})

/** The lengths that are the largest somewhere between two widths. */
export function largest(lengths: readonly Length[], from: number, to: number): Length[] {
  const isCovered = (one: Length, index: number) =>
    lengths.some((other, place) => {
      const [start, end] = [at(other, from) - at(one, from), at(other, to) - at(one, to)]
      // The first of two equal lengths is kept.
      const isEqual = start === 0 && end === 0
      return place !== index && start >= 0 && end >= 0 && (!isEqual || place < index)
    })
  return lengths.filter((length, index) => !isCovered(length, index))
}
