export const periods = [7, 28, 90] as const
export type Period = (typeof periods)[number]

const measures = ['views', 'clicks', 'opens'] as const
export type Measure = (typeof measures)[number]

export type AnalyticsSearch = {
  /** 28 by default. */
  days?: Period | undefined
  /** A widget's id; the whole project by default. */
  widget?: string | undefined
  /** What the bars show; views by default. */
  show?: Measure | undefined
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Drops what cannot be understood, so that a mistyped link still opens. */
export function parseAnalyticsSearch(given: Record<string, unknown>): AnalyticsSearch {
  const days = periods.find((one) => one === given.days || String(one) === given.days)
  const show = measures.find((one) => one === given.show)
  const { widget } = given
  return {
    ...(days !== undefined && { days }),
    ...(typeof widget === 'string' && id.test(widget) && { widget }),
    ...(show !== undefined && { show }),
  }
}
