import type { CarouselSeen, Seen } from './measure.js'
import { stimuli } from './rotation.js'

/** A column of the table: its value for each row, and whether that meets our bar. */
export type Column<Row> = {
  heading: string
  /** Empty if there is no bar. */
  bar: string
  cell: (row: Row) => string
  isMet: (row: Row) => boolean
}

export const lightboxColumns: readonly Column<Seen>[] = [
  {
    heading: 'axe',
    bar: '0',
    cell: ({ findings }) => `${findings.reduce((sum, { elements }) => sum + elements, 0)}`,
    isMet: ({ findings }) => findings.length === 0,
  },
  {
    heading: 'policy',
    bar: '0',
    cell: ({ policy }) => `${policy.violations.length}${policy.works ? '' : ', does not work'}`,
    isMet: ({ policy }) => policy.violations.length === 0 && policy.works,
  },
]

export const carouselColumns: readonly Column<CarouselSeen>[] = [
  {
    heading: 'layout shift',
    bar: '0.000',
    cell: ({ layoutShift }) => layoutShift.toFixed(3),
    isMet: ({ layoutShift }) => layoutShift < 0.0005,
  },
  ...stimuli.map(
    (stimulus): Column<CarouselSeen> => ({
      heading: `stops: ${stimulus}`,
      bar: 'yes',
      cell: ({ stops }) => stops[stimulus],
      isMet: ({ stops }) => stops[stimulus] === 'yes',
    }),
  ),
  ...lightboxColumns,
  {
    heading: 'fetched: far',
    bar: '0',
    cell: ({ fetched }) => `${fetched.far}`,
    isMet: ({ fetched }) => fetched.far === 0,
  },
  {
    heading: 'fetched: on screen',
    bar: '',
    cell: ({ fetched }) => `${fetched.screen}`,
    isMet: () => true,
  },
]
