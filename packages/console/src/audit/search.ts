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
const matching = (form: RegExp, given: unknown) =>
  typeof given === 'string' && form.test(given) ? given : undefined

/** Earlier and later ones have no event, and a `Date` takes 50 for 1950. */
const years = { first: 1970, last: 9998 }

/** A day that the calendar has: `Date` takes February 31 for March 3. */
function dayOf(given: unknown): string | undefined {
  if (typeof given !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(given)) return undefined
  const at = new Date(given)
  const year = Number(given.slice(0, 4))
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(given)
  return isDay && year >= years.first && year <= years.last ? given : undefined
}

/** Drops what no filter understands, so that an old or a mistyped link still opens. */
export const parseAuditSearch = (given: Record<string, unknown>): AuditSearch =>
  present({
    actor: idOf(given.actor),
    kind: matching(/^[a-z-]{1,40}$/, given.kind),
    action: matching(/^[a-z-]{1,40}\.[a-z-]{1,40}$/, given.action),
    from: dayOf(given.from),
    to: dayOf(given.to),
    thing: idOf(given.thing),
    request: matching(/^[\w.-]{1,100}$/, given.request),
    page: countOf(given.page, 1e6),
  })
