import { useMomentOf } from '../session/moment.tsx'
import { formatDay } from '../words/formats.ts'
import css from './audit.module.css'
import { byDay } from './by-day.ts'
import { Event } from './event.tsx'
import type { AuditEvent } from './queries.ts'
import type { AuditSearch } from './search.ts'

/** The events below the days of the reader. */
export function Days({ events, search }: { events: readonly AuditEvent[]; search: AuditSearch }) {
  const momentOf = useMomentOf()
  const days = byDay(events, ({ createdAt }) => formatDay(momentOf(createdAt)))
  return days.map(({ day, items }) => (
    <section key={day} className={css.day}>
      <h2>{day}</h2>
      <ol className={css.events}>
        {items.map((event) => (
          <Event key={event.id} event={event} search={search} />
        ))}
      </ol>
    </section>
  ))
}
