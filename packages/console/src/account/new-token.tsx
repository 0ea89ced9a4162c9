import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@vitrine/sdk'
import { useState } from 'react'
import { FormDialog, useForm } from '../controls/form.tsx'
import { ShownOnce } from '../controls/secret.tsx'
import { Select } from '../controls/select.tsx'
import { TextField } from '../controls/text-field.tsx'
import { projectsQuery } from '../server/projects.ts'
import type { Role } from '../session/me.ts'
import { roleName } from '../session/role-name.ts'
import { roleHint, rolesUpTo } from '../session/role-words.ts'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import css from './account.module.css'
import { createToken } from './commands.ts'
import { expiryAfter, lifetimes } from './expiry.ts'

type Created = Schemas['CreatedToken']

const whole = 'whole'

type Chosen = { organizationId: string; projectId: string; role: Role; days: string }

export default function NewToken({ onClose }: { onClose(): void }) {
  const [created, setCreated] = useState<Created | null>(null)
  const { organizations } = useMe()
  const [first] = organizations
  const [chosen, setChosen] = useState<Chosen>({
    organizationId: first?.id ?? '',
    projectId: whole,
    role: first?.role === 'VIEWER' ? 'VIEWER' : 'EDITOR',
    days: '90',
  })
  const { organizationId, projectId, role, days } = chosen
  const form = useForm({
    fields: ['name', 'password'],
    send: async ({ name = '', password = '' }) =>
      setCreated(
        await createToken({
          name,
          organizationId,
          projectId: projectId === whole ? null : projectId,
          role,
          expiresAt: expiryAfter(Number(days), new Date()),
          password,
        }),
      ),
  })
  const change = (part: Partial<Chosen>) => setChosen({ ...chosen, ...part })
  if (created !== null) {
    return (
      <ShownOnce
        title={t('Copy the token now')}
        warning={t('It is shown this once. We keep no copy that could be shown again.')}
        label={created.name}
        value={created.token}
        close={t('I have copied it')}
        onClose={onClose}
      >
        <p>
          {t('Scripts send it as')} <code>Authorization: Bearer …</code>
          {t(', the command line reads it from')} <code>VITRINE_TOKEN</code>.
        </p>
      </ShownOnce>
    )
  }
  return (
    <FormDialog
      title={t('New personal access token')}
      label={t('Create token')}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        name="name"
        isRequired
        autoFocus
        maxLength={200}
        hint={t('Where it is used, such as "nightly import".')}
        problem={form.problems.name}
      />
      <Limits chosen={chosen} onChange={change} />
      <TextField
        label={t('Your password')}
        name="password"
        isRequired
        type="password"
        autoComplete="current-password"
        hint={t('A token outlives your session, so we ask again.')}
        problem={form.problems.password}
      />
    </FormDialog>
  )
}

type LimitsProps = { chosen: Chosen; onChange(part: Partial<Chosen>): void }

function Limits({ chosen, onChange }: LimitsProps) {
  const { organizations } = useMe()
  const { organizationId, projectId, role, days } = chosen
  const { data: projects = [] } = useQuery(projectsQuery(organizationId))
  const roleIn = (id: string) => organizations.find((one) => one.id === id)?.role ?? 'VIEWER'
  const enter = (id: string) => {
    const allowed = rolesUpTo(roleIn(id))
    onChange({
      organizationId: id,
      projectId: whole,
      role: allowed.includes(role) ? role : roleIn(id),
    })
  }
  return (
    <>
      {organizations.length < 2 ? null : (
        <Select
          label={t('Organization')}
          options={organizations.map(({ id, name }) => ({ id, label: name }))}
          value={organizationId}
          onChange={enter}
        />
      )}
      <Select
        label={t('Limited to')}
        options={[
          { id: whole, label: t('The whole organization') },
          ...projects.map(({ id, name }) => ({ id, label: name })),
        ]}
        value={projectId}
        onChange={(id) => onChange({ projectId: id })}
      />
      <div className={`${css.pair} stack-4`}>
        <Select<Role>
          label={t('Role')}
          options={rolesUpTo(roleIn(organizationId)).map((id) => ({
            id,
            label: roleName(id),
            hint: roleHint(id),
          }))}
          value={role}
          onChange={(id) => onChange({ role: id })}
        />
        <Select
          label={t('Expires after')}
          options={lifetimes.map((count) => ({
            id: String(count),
            label: t('{count, plural, one {# day} other {# days}}', { count }),
          }))}
          value={days}
          onChange={(id) => onChange({ days: id })}
        />
      </div>
    </>
  )
}
