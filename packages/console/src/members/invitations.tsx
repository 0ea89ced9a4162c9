import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@vitrine/sdk'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { type Column, DataTable } from '../controls/data-table.tsx'
import { Confirm } from '../controls/dialog.tsx'
import { ExactTime } from '../controls/exact-time.tsx'
import { Badge } from '../controls/notice.tsx'
import { Section } from '../controls/page.tsx'
import { useAction } from '../controls/use-action.ts'
import { LoadProblem } from '../problems/load-problem.tsx'
import { useMomentOf } from '../session/moment.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { formatDay } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { rolesToGive } from './authority.ts'
import { invite, withdraw } from './commands.ts'
import { InvitationLink } from './invitation-link.tsx'
import { RoleBadge } from './member-table.tsx'
import css from './members.module.css'
import { type Invitation, invitationsQuery } from './queries.ts'

/** Invitations that have not been accepted yet. Nothing is shown if there are none. */
export function Invitations({ orgId }: { orgId: string }) {
  const { data, error } = useQuery(invitationsQuery(orgId))
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null)
  const [renewed, setRenewed] = useState<Schemas['CreatedInvitation'] | null>(null)
  const momentOf = useMomentOf()
  const link = (created: Schemas['CreatedInvitation']) => (
    <InvitationLink
      invitation={created}
      until={formatDay(momentOf(created.expiresAt))}
      onClose={() => setRenewed(null)}
    />
  )
  if (error) return <LoadProblem error={error} />
  if (data === undefined || data.length === 0) {
    return renewed && link(renewed)
  }
  const columns: Column<Invitation>[] = [
    { id: 'email', label: t('E-mail'), cell: ({ email }) => <strong>{email}</strong> },
    { id: 'role', label: t('Role'), cell: ({ role }) => <RoleBadge role={role} /> },
    { id: 'expires', label: t('Expires'), cell: (one) => <Expiry invitation={one} /> },
    {
      id: 'actions',
      label: t('Actions'),
      kind: 'buttons',
      cell: (one) => (
        <Actions
          orgId={orgId}
          invitation={one}
          onRenewed={setRenewed}
          onWithdraw={() => setWithdrawn(one)}
        />
      ),
    },
  ]
  return (
    <Section title={t('Open invitations')}>
      <DataTable
        label={t('Open invitations')}
        columns={columns}
        rows={data}
        keyOf={({ id }) => id}
      />
      {renewed === null ? null : link(renewed)}
      {withdrawn === null ? null : (
        <Confirm
          title={t('Withdraw the invitation?')}
          label={t('Withdraw')}
          onClose={() => setWithdrawn(null)}
          act={() => withdraw(orgId, withdrawn.id)}
        >
          <p>
            {t('The link that {email} has opens nothing any more.', { email: withdrawn.email })}
          </p>
        </Confirm>
      )}
    </Section>
  )
}

function Expiry({ invitation: { expiresAt } }: { invitation: Invitation }) {
  const at = useMomentOf()(expiresAt)
  if (at <= new Date()) {
    return <Badge tone="warn">{t('Expired')}</Badge>
  }
  return (
    <span className="aside">
      <ExactTime at={at}>{t('until {day}', { day: formatDay(at) })}</ExactTime>
    </span>
  )
}

type ActionsProps = {
  orgId: string
  invitation: Invitation
  onRenewed(created: Schemas['CreatedInvitation']): void
  onWithdraw(): void
}

function Actions({ orgId, invitation, onRenewed, onWithdraw }: ActionsProps) {
  const { role: own } = useOrganization()
  const { email, role } = invitation
  const renew = useAction(async () => onRenewed(await invite(orgId, { email, role })))
  if (!rolesToGive(own).includes(role)) return null
  return (
    <span className={css.actions}>
      <Button
        size="sm"
        isPending={renew.isPending}
        onPress={renew.run}
        aria-label={t('Invite again: {email}', { email })}
      >
        {t('Invite again')}
      </Button>
      <Button
        size="sm"
        look="danger"
        onPress={onWithdraw}
        aria-label={t('Withdraw the invitation of {email}', { email })}
      >
        {t('Withdraw')}
      </Button>
    </span>
  )
}
