import { countOf, idOf, oneOf, present } from '../server/search-values.ts'

export const periods = [7, 28, 90] as const
export type Period = (typeof periods)[number]

const measures = ['views', 'clicks', 'opens'] as const
export type Measure = (typeof measures)[number]

export type AnalyticsSearch = {
  /** 28 by default. */
  days?: Period | undefined
  /** A widget's id; the whole project by default. */
  widget?: string | undefined
  /** The figure that the bars show; views by default. */
  show?: Measure | undefined
}

/** Drops what cannot be understood, so that a mistyped link still opens. */
export const parseAnalyticsSearch = (search: Record<string, unknown>): AnalyticsSearch =>
  present({
    days: periods.find((one) => one === countOf(search.days, 100)),
    widget: idOf(search.widget),
    show: oneOf(measures, search.show),
  })
