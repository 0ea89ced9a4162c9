import { closed } from '@vitrine/http'
import Type, { type Static } from 'typebox'

const Fraction = Type.Number({ minimum: 0, maximum: 1 })

/** The point that crops of a picture keep in sight. */
export const FocalPoint = Type.Object(
  { x: Fraction, y: Fraction },
  {
    ...closed,
    description:
      'what crops keep in sight: fractions of width and height, from the upper left corner of the upright picture',
  },
)
export type FocalPoint = Static<typeof FocalPoint>

type Columns = { focalX: number | null; focalY: number | null }

export const focalPointOf = ({ focalX: x, focalY: y }: Columns): FocalPoint | null =>
  x === null || y === null ? null : { x, y }

/** The columns of a point; none if it is left out. */
export const focalColumns = (point: FocalPoint | null | undefined): Partial<Columns> =>
  point === undefined ? {} : { focalX: point?.x ?? null, focalY: point?.y ?? null }
