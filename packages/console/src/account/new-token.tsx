import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@vitrine/sdk'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { Notice } from '../controls/notice.tsx'
import { Secret } from '../controls/secret.tsx'
import { Select } from '../controls/select.tsx'
import { TextField } from '../controls/text-field.tsx'
import { problemsOf, wordsOf } from '../server/error-words.ts'
import { projectsQuery } from '../server/projects.ts'
import type { Role } from '../session/me.ts'
import { roleHint, roleName, rolesUpTo } from '../session/role-words.ts'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import css from './account.module.css'
import { createToken } from './commands.ts'
import { expiryAfter, lifetimes } from './expiry.ts'

type Created = Schemas['CreatedToken']

export default function NewToken({ onClose }: { onClose(): void }) {
  const [created, setCreated] = useState<Created | null>(null)
  if (created !== null) return <Shown token={created} onClose={onClose} />
  return (
    <Dialog title={t('New personal access token')} isOpen onClose={onClose}>
      <Fields onCreated={setCreated} onCancel={onClose} />
    </Dialog>
  )
}

/** It is closed by its button alone, so that the token is not lost by a click beside it. */
function Shown({ token: { name, token }, onClose }: { token: Created; onClose(): void }) {
  return (
    <Dialog
      title={t('Copy the token now')}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={<Button onPress={onClose}>{t('I have copied it')}</Button>}
    >
      <Notice tone="warn" icon="alert">
        {t('It is shown this once. We keep no copy that could be shown again.')}
      </Notice>
      <Secret label={name} value={token} />
      <p>
        {t('Scripts send it as')} <code>Authorization: Bearer …</code>
        {t(', the command line reads it from')} <code>VITRINE_TOKEN</code>.
      </p>
    </Dialog>
  )
}

const whole = 'whole'

type Chosen = { organizationId: string; projectId: string; role: Role; days: string }

type FieldsProps = { onCreated(token: Created): void; onCancel(): void }

function Fields({ onCreated, onCancel }: FieldsProps) {
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
    fields: ['name'],
    wordsOf,
    problemsOf,
    send: async ({ name = '' }) =>
      onCreated(
        await createToken({
          name,
          organizationId,
          projectId: projectId === whole ? null : projectId,
          role,
          expiresAt: expiryAfter(Number(days), new Date()),
        }),
      ),
  })
  const change = (part: Partial<Chosen>) => setChosen({ ...chosen, ...part })
  return (
    <Form form={form}>
      <TextField
        label={t('Name')}
        name="name"
        autoFocus
        maxLength={200}
        hint={t('Where it is used, such as "nightly import".')}
        problem={form.problems.name}
      />
      <Limits chosen={chosen} onChange={change} />
      <FormActions form={form} label={t('Create token')} onCancel={onCancel} />
    </Form>
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
      <div className={css.pair}>
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
