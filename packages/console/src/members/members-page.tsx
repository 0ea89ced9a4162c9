import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { LiveSearch } from '../controls/live-search.tsx'
import { Empty } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Page } from '../controls/page.tsx'
import { Pager } from '../controls/pager.tsx'
import { May } from '../permissions/permissions.tsx'
import { Loading } from '../problems/load-problem.tsx'
import { useAskedFor } from '../session/use-asked-for.ts'
import { useOrganization } from '../session/use-organization.ts'
import { t } from '../words/words.ts'
import { Invitations } from './invitations.tsx'
import { MemberTable } from './member-table.tsx'
import css from './members.module.css'
import { membersQuery, pageSize } from './queries.ts'
import type { MembersSearch } from './search.ts'

const Invite = lazyPart(() => import('./invite.tsx'))

export default function MembersPage() {
  const { id: orgId, name } = useOrganization()
  const [isInviting, setInviting] = useState(false)
  useAskedFor('invite', () => setInviting(true))
  return (
    <Page
      title={t('Members')}
      lead={t('Who works in {name}, and what each of them may do.', { name })}
      actions={
        <May call="createInvitation">
          <Button look="primary" icon="plus" onPress={() => setInviting(true)}>
            {t('Invite')}
          </Button>
        </May>
      }
    >
      <Members orgId={orgId} />
      <Invitations orgId={orgId} />
      {isInviting ? <Invite orgId={orgId} onClose={() => setInviting(false)} /> : null}
    </Page>
  )
}

function Members({ orgId }: { orgId: string }) {
  const search = useSearch({ from: '/shell/o/$orgId/members' })
  const navigate = useNavigate({ from: '/o/$orgId/members' })
  const { data, error } = useQuery(membersQuery(orgId, search))
  const go = useCallback(
    (next: MembersSearch) => void navigate({ search: next, replace: true }),
    [navigate],
  )
  const find = useCallback((q: string) => go(q === '' ? {} : { q }), [go])
  const isLong = search.q !== undefined || (data?.totalElements ?? 0) > 10
  return (
    <section className="stack-4" aria-label={t('Members')}>
      {isLong ? (
        <div className={css.search}>
          <LiveSearch label={t('Name or e-mail')} value={search.q ?? ''} onChange={find} />
        </div>
      ) : null}
      <Loading data={data} error={error} lines={4} />
      {data?.content.length === 0 ? (
        <Empty
          icon="search"
          title={t('Nobody has this name')}
          actions={<Button onPress={() => go({})}>{t('Show all members')}</Button>}
        />
      ) : null}
      {data === undefined || data.content.length === 0 ? null : (
        <MemberTable orgId={orgId} members={data.content} />
      )}
      <Pager
        page={search.page ?? 0}
        size={pageSize}
        total={data?.totalElements ?? 0}
        onChange={(page) => go({ ...search, page })}
      />
    </section>
  )
}
