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

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The lists of kinds and actions are on the page, which is loaded later. */
const matching = (form: RegExp, given: unknown) =>
  typeof given === 'string' && form.test(given) ? given : undefined
const dayOf = (given: unknown) =>
  typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given))
    ? given
    : undefined

/** Drops what no filter understands, so that an old or a mistyped link still opens. */
export function parseAuditSearch(given: Record<string, unknown>): AuditSearch {
  const page = Number(given.page)
  const all: AuditSearch = {
    actor: matching(id, given.actor),
    kind: matching(/^[a-z-]{1,40}$/, given.kind),
    action: matching(/^[a-z-]{1,40}\.[a-z-]{1,40}$/, given.action),
    from: dayOf(given.from),
    to: dayOf(given.to),
    thing: matching(id, given.thing),
    request: matching(/^[\w.-]{1,100}$/, given.request),
    page: Number.isInteger(page) && page > 0 && page < 1e6 ? page : undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
