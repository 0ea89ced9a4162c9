import type { Schemas } from '@vitrine/sdk'
import { useState } from 'react'
import { Choices } from '../controls/choices.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { problemsOf, wordsOf } from '../server/error-words.ts'
import type { Role } from '../session/me.ts'
import { roleHint, roleName } from '../session/role-words.ts'
import { useOrganization } from '../session/use-organization.ts'
import { t } from '../words/words.ts'
import { rolesToGive } from './authority.ts'
import { invite } from './commands.ts'
import { InvitationLink } from './invitation-link.tsx'

type Created = Schemas['CreatedInvitation']
type Props = { orgId: string; onClose(): void }

export default function Invite({ orgId, onClose }: Props) {
  const [created, setCreated] = useState<Created | null>(null)
  if (created !== null) return <InvitationLink invitation={created} onClose={onClose} />
  return (
    <Dialog title={t('Invite a colleague')} isOpen onClose={onClose}>
      <Fields orgId={orgId} onCreated={setCreated} onCancel={onClose} />
    </Dialog>
  )
}

type FieldsProps = { orgId: string; onCreated(created: Created): void; onCancel(): void }

function Fields({ orgId, onCreated, onCancel }: FieldsProps) {
  const { role: own } = useOrganization()
  const [role, setRole] = useState<Role>('EDITOR')
  const form = useForm({
    fields: ['email'],
    wordsOf,
    problemsOf,
    send: async ({ email = '' }) => onCreated(await invite(orgId, { email, role })),
  })
  return (
    <Form form={form}>
      <TextField
        label={t('E-mail')}
        name="email"
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
      <FormActions form={form} label={t('Invite')} onCancel={onCancel} />
    </Form>
  )
}
