import { countOf, idOf, present } from '../server/search-values.ts'

/** The filters of the log, as its address has them. */
export type AuditSearch = {
  actor?: string | undefined
  /** The kind of thing: `widget`. */
  kind?: string | undefined
  action?: string | undefined
  /** Days, both of them shown: `2026-11-24`. */
  from?: string | undefined
  to?: string | undefined
  /** One thing, by its id. */
  thing?: string | undefined
  /** One call, by its id. */
  request?: string | undefined
  page?: number | undefined
}

/** The lists of kinds and actions are on the page, which is loaded later. */
const matching = (form: RegExp, raw: unknown) =>
  typeof raw === 'string' && form.test(raw) ? raw : undefined

/** From 1970 to 8999: a `Date` takes the year 50 for 1950, and 9999 ends in a year of five digits. */
const day = /^(?:19[7-9]\d|[2-8]\d{3})-\d\d-\d\d$/

/** A day that the calendar has: `Date` takes February 31 for March 3. */
function dayOf(raw: unknown): string | undefined {
  const text = matching(day, raw)
  const at = Date.parse(text ?? '')
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text ? text : undefined
}

/** Drops what no filter understands, so that an old or a mistyped link still opens. */
export const parseAuditSearch = (raw: Record<string, unknown>): AuditSearch =>
  present({
    actor: idOf(raw.actor),
    kind: matching(/^[a-z-]{1,40}$/, raw.kind),
    action: matching(/^[a-z-]{1,40}\.[a-z-]{1,40}$/, raw.action),
    from: dayOf(raw.from),
    to: dayOf(raw.to),
    thing: idOf(raw.thing),
    request: matching(/^[\w.-]{1,100}$/, raw.request),
    page: countOf(raw.page, 1e6),
  })
