import { useState } from 'react'
import { Avatar } from '../controls/avatar.tsx'
import { IconButton } from '../controls/button.tsx'
import { type Column, DataTable } from '../controls/data-table.tsx'
import { Menu, MenuItem } from '../controls/menu.tsx'
import { Badge } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Moment } from '../session/moment.tsx'
import { roleName } from '../session/role-name.ts'
import { useMe } from '../session/use-me.ts'
import { useOrganization } from '../session/use-organization.ts'
import { t } from '../words/words.ts'
import { actsOn } from './authority.ts'
import css from './members.module.css'
import type { Member } from './queries.ts'

const ChangeRole = lazyPart(() => import('./change-role.tsx'))
const RemoveMember = lazyPart(() => import('./remove-member.tsx'))

type Open = { kind: 'role' | 'remove'; member: Member }

type Props = { orgId: string; members: readonly Member[] }

export function MemberTable({ orgId, members }: Props) {
  const me = useMe()
  const [open, setOpen] = useState<Open | null>(null)
  const columns: Column<Member>[] = [
    {
      id: 'person',
      label: t('Person'),
      cell: (member) => <Person member={member} isSelf={member.userId === me.id} />,
    },
    { id: 'role', label: t('Role'), cell: ({ role }) => <RoleBadge role={role} /> },
    { id: 'since', label: t('Joined'), cell: ({ createdAt }) => <Since at={createdAt} /> },
    {
      id: 'actions',
      label: t('Actions'),
      kind: 'menu',
      cell: (member) => (
        <MemberMenu member={member} onChoose={(kind) => setOpen({ kind, member })} />
      ),
    },
  ]
  const close = () => setOpen(null)
  return (
    <>
      <DataTable
        label={t('Members')}
        columns={columns}
        rows={members}
        keyOf={({ userId }) => userId}
      />
      {open?.kind === 'role' ? (
        <ChangeRole orgId={orgId} member={open.member} onClose={close} />
      ) : null}
      {open?.kind === 'remove' ? (
        <RemoveMember orgId={orgId} member={open.member} onClose={close} />
      ) : null}
    </>
  )
}

type MenuProps = { member: Member; onChoose(kind: Open['kind']): void }

/** Nothing for those who may do nothing with the member. */
function MemberMenu({ member, onChoose }: MenuProps) {
  const me = useMe()
  const { role } = useOrganization()
  const { mayChange, mayRemove, isSelf } = actsOn(member, { role, userId: me.id })
  if (!mayChange && !mayRemove) return null
  const label = t('Actions for {name}', { name: member.name })
  return (
    <Menu label={label} trigger={<IconButton icon="more" label={label} />}>
      {mayChange ? (
        <MenuItem label={t('Change role …')} icon="edit" onAction={() => onChoose('role')} />
      ) : null}
      {mayRemove ? (
        <MenuItem
          label={isSelf ? t('Leave …') : t('Remove …')}
          icon={isSelf ? 'logOut' : 'trash'}
          isDanger
          onAction={() => onChoose('remove')}
        />
      ) : null}
    </Menu>
  )
}

const Since = ({ at }: { at: string }) => (
  <span className="aside">
    <Moment at={at} />
  </span>
)

const Person = ({ member: { name, email }, isSelf }: { member: Member; isSelf: boolean }) => (
  <span className={`${css.person} row-3`}>
    <Avatar name={name} />
    <span className={css.names}>
      <strong>
        {name} {isSelf ? <Badge tone="accent">{t('You')}</Badge> : null}
      </strong>
      <span className="aside">{email}</span>
    </span>
  </span>
)

export const RoleBadge = ({ role }: { role: Member['role'] }) => (
  <Badge tone={role === 'OWNER' ? 'accent' : role === 'ADMIN' ? 'good' : 'neutral'}>
    {roleName(role)}
  </Badge>
)
