import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Button } from '../controls/button.tsx'
import { Empty } from '../controls/notice.tsx'
import { Page } from '../controls/page.tsx'
import { Pager } from '../controls/pager.tsx'
import { useAction } from '../controls/use-action.ts'
import { May } from '../permissions/permissions.tsx'
import { Loading } from '../problems/load-problem.tsx'
import { download } from '../server/download.ts'
import { useMomentOf } from '../session/moment.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { formatDay } from '../words/formats.ts'
import { t } from '../words/words.ts'
import css from './audit.module.css'
import { isFiltered } from './conditions.ts'
import { Event } from './event.tsx'
import { Filters } from './filters.tsx'
import { type AuditEvent, auditQuery, exportPath, pageSize, peopleQuery } from './queries.ts'
import type { AuditSearch } from './search.ts'

export default function AuditPage() {
  const { id: orgId, name, slug } = useOrganization()
  const search = useSearch({ from: '/shell/o/$orgId/audit' })
  const save = useAction(() =>
    download(exportPath(orgId, search), 'application/x-ndjson', `audit-${slug}.ndjson`),
  )
  return (
    <Page
      title={t('Audit log')}
      lead={t('Who did what in {name}, and when. Nobody can change it.', { name })}
      actions={
        <May call="exportAuditEvents">
          <Button icon="download" isPending={save.isPending} onPress={save.run}>
            {t('Download')}
          </Button>
        </May>
      }
    >
      <May
        call="listAuditEvents"
        otherwise={
          <Empty icon="clock" title={t('The audit log is for admins')}>
            {t('Ask an admin of the organization, or look into the history of a widget.')}
          </Empty>
        }
      >
        <Log orgId={orgId} search={search} />
      </May>
    </Page>
  )
}

function Log({ orgId, search }: { orgId: string; search: AuditSearch }) {
  const navigate = useNavigate({ from: '/o/$orgId/audit' })
  const { data, error, isPlaceholderData } = useQuery(auditQuery(orgId, search))
  const go = useCallback(
    (next: AuditSearch, replace = false) => void navigate({ search: next, replace }),
    [navigate],
  )
  return (
    <>
      <Filters orgId={orgId} search={search} onChange={go} />
      <Loading data={data} error={error} lines={6} />
      {data?.content.length === 0 ? (
        <Empty
          icon="clock"
          title={t('Nothing like this has happened')}
          actions={
            isFiltered(search) ? (
              <Button onPress={() => go({})}>{t('Clear the filters')}</Button>
            ) : null
          }
        >
          {t('Events of other people, kinds or days may be hidden by the filters.')}
        </Empty>
      ) : null}
      <div className={`${css.log} optional`} aria-busy={isPlaceholderData}>
        <Days orgId={orgId} events={data?.content ?? []} search={search} />
      </div>
      <Pager
        page={search.page ?? 0}
        size={pageSize}
        total={data?.totalElements ?? 0}
        onChange={(page) => go({ ...search, page })}
      />
    </>
  )
}

type DaysProps = { orgId: string; events: readonly AuditEvent[]; search: AuditSearch }

/** The events below the days of the reader. */
function Days({ orgId, events, search }: DaysProps) {
  const momentOf = useMomentOf()
  const { data: people = [] } = useQuery(peopleQuery(orgId))
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  const days = Map.groupBy(events, ({ createdAt }) => formatDay(momentOf(createdAt)))
  return [...days].map(([day, ofDay]) => (
    <section key={day} className={`${css.day} stack-3`}>
      <h2>{day}</h2>
      <ol className={`${css.events} card`}>
        {ofDay.map((event) => (
          <Event key={event.id} event={event} search={search} names={names} />
        ))}
      </ol>
    </section>
  ))
}
