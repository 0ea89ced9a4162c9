import { useState } from 'react'
import { Choices } from '../controls/choices.tsx'
import { useEditForm } from '../controls/edit-form.ts'
import { FormDialog } from '../controls/form.tsx'
import { Notice } from '../controls/notice.tsx'
import { toast } from '../controls/toast.tsx'
import type { Role } from '../session/me.ts'
import { roleName } from '../session/role-name.ts'
import { roleHint } from '../session/role-words.ts'
import { useMe } from '../session/use-me.ts'
import { useOrganization } from '../session/use-organization.ts'
import { t } from '../words/words.ts'
import { rolesToGive } from './authority.ts'
import { changeRole, readMember } from './commands.ts'
import type { Member } from './queries.ts'

type Props = { orgId: string; member: Member; onClose(): void }

export default function ChangeRole({ orgId, member, onClose }: Props) {
  const me = useMe()
  const { role: own } = useOrganization()
  const [role, setRole] = useState(member.role)
  const form = useEditForm({
    fields: [],
    resource: member,
    read: () => readMember(orgId, member),
    shownOf: ({ role: value }) => [
      { name: 'role', label: t('Role'), value, words: roleName(value) },
    ],
    onTake: (_, value) => setRole(value as Role),
    send: async (_, base) => {
      if (role !== base.role) await changeRole(orgId, base, role)
      toast(t('{name} is now: {role}.', { name: member.name, role: roleName(role) }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('Role of {name}', { name: member.name })}
      label={t('Save role')}
      form={form}
      onClose={onClose}
    >
      <input type="hidden" name="role" value={role} />
      <Choices<Role>
        label={t('Role')}
        choices={rolesToGive(own).map((id) => ({ id, label: roleName(id), hint: roleHint(id) }))}
        value={role}
        onChange={setRole}
      />
      {member.userId === me.id && role !== member.role ? (
        <Notice tone="warn" icon="alert">
          {t('This is your own role. Another owner or admin has to give it back to you.')}
        </Notice>
      ) : null}
    </FormDialog>
  )
}
