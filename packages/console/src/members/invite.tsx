import type { Schemas } from '@vitrine/sdk'
import { useState } from 'react'
import { Choices } from '../controls/choices.tsx'
import { FormDialog, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import type { Role } from '../session/me.ts'
import { useMomentOf } from '../session/moment.tsx'
import { roleName } from '../session/role-name.ts'
import { roleHint } from '../session/role-words.ts'
import { useOrganization } from '../session/use-organization.ts'
import { formatDay } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { rolesToGive } from './authority.ts'
import { invite } from './commands.ts'
import { InvitationLink } from './invitation-link.tsx'

type Created = Schemas['CreatedInvitation']
type Props = { orgId: string; onClose(): void }

export default function Invite({ orgId, onClose }: Props) {
  const [created, setCreated] = useState<Created | null>(null)
  const { role: own } = useOrganization()
  const [role, setRole] = useState<Role>('EDITOR')
  const momentOf = useMomentOf()
  const form = useForm({
    fields: ['email'],
    send: async ({ email = '' }) => setCreated(await invite(orgId, { email, role })),
  })
  if (created !== null)
    return (
      <InvitationLink
        invitation={created}
        until={formatDay(momentOf(created.expiresAt))}
        onClose={onClose}
      />
    )
  return (
    <FormDialog title={t('Invite a colleague')} label={t('Invite')} form={form} onClose={onClose}>
      <TextField
        label={t('E-mail')}
        name="email"
        isRequired
        type="email"
        autoFocus
        autoComplete="off"
        problem={form.problems.email}
      />
      <Choices<Role>
        label={t('Role')}
        choices={rolesToGive(own).map((id) => ({ id, label: roleName(id), hint: roleHint(id) }))}
        value={role}
        onChange={setRole}
      />
    </FormDialog>
  )
}
