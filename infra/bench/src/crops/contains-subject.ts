import type { Box, Point } from './photographs.js'

/** The point's least distance from an edge of the crop that is not one of the picture, of the crop's side. */
const margin = 0.05
/** Of a subject that fits into the crop, how much must be in it, along each side. */
const ofFitting = 0.9
/** Of a subject that is larger than the crop: of what could be in it. */
const ofLarger = 0.75

/** Whether a crop contains the subject: its point, away from the edges, and most of its box. All in fractions. */
export const containsSubject = ({ box, point }: { box: Box; point: Point }, crop: Box): boolean =>
  isInside(point.x, crop.left, crop.right) &&
  isInside(point.y, crop.top, crop.bottom) &&
  isCovered([box.left, box.right], [crop.left, crop.right]) &&
  isCovered([box.top, box.bottom], [crop.top, crop.bottom])

function isInside(position: number, from: number, to: number): boolean {
  const distance = margin * (to - from)
  const isFarEnough = (edge: number, isPictures: boolean) =>
    isPictures || Math.abs(position - edge) >= distance
  return (
    position >= from && position <= to && isFarEnough(from, from <= 0) && isFarEnough(to, to >= 1)
  )
}

type Span = readonly [from: number, to: number]

function isCovered(subject: Span, crop: Span): boolean {
  const [wanted, available] = [subject[1] - subject[0], crop[1] - crop[0]]
  const both = Math.min(subject[1], crop[1]) - Math.max(subject[0], crop[0])
  // Crops end at whole pixels.
  const tolerance = 1e-6
  return wanted <= available
    ? both >= ofFitting * wanted - tolerance
    : both >= ofLarger * available - tolerance
}
