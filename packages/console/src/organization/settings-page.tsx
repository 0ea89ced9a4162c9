import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { useEditForm } from '../controls/edit-form.ts'
import { Form, FormActions } from '../controls/form.tsx'
import { Meter } from '../controls/meter.tsx'
import { Notice } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Page, Panel } from '../controls/page.tsx'
import { TextField } from '../controls/text-field.tsx'
import { toast } from '../controls/toast.tsx'
import { May } from '../permissions/permissions.tsx'
import { Loading } from '../problems/load-problem.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { formatBytes, formatCount } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { type Budget, budgetsOf } from './budgets.ts'
import { readOrganization, renameOrganization } from './commands.ts'
import css from './organization.module.css'
import { type Organization, organizationQuery, usageQuery } from './queries.ts'

const DeleteOrganization = lazyPart(() => import('./delete-organization.tsx'))

export default function OrganizationSettingsPage() {
  const { id: orgId, name } = useOrganization()
  const { data: organization, error } = useQuery(organizationQuery(orgId))
  const usage = useQuery(usageQuery(orgId))
  // Shown at once, so that none of the panels moves.
  const isComplete = (organization !== undefined || error !== null) && !usage.isPending
  return (
    <Page
      title={t('Organization')}
      width="narrow"
      lead={t('What {name} is called, and how much it uses.', { name })}
    >
      <Loading data={isComplete || undefined} error={error} lines={10} />
      {isComplete ? (
        <>
          {organization === undefined ? null : (
            <May call="updateOrganization">
              <Rename key={orgId} organization={organization} />
            </May>
          )}
          <UsageBars orgId={orgId} />
          <May call="deleteOrganization">
            <DangerZone orgId={orgId} name={name} />
          </May>
        </>
      ) : null}
    </Page>
  )
}

function DangerZone({ orgId, name }: { orgId: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      tone="danger"
      id="delete"
      title={t('Delete the organization')}
      lead={t('All its projects, pictures, widgets and keys go, and sites show nothing any more.')}
      actions={
        <Button look="danger" icon="trash" onPress={() => setOpen(true)}>
          {t('Delete organization')}
        </Button>
      }
    >
      {isOpen ? (
        <DeleteOrganization orgId={orgId} name={name} onClose={() => setOpen(false)} />
      ) : null}
    </Panel>
  )
}

function UsageBars({ orgId }: { orgId: string }) {
  const { data, error } = useQuery(usageQuery(orgId))
  const budgets = data === undefined ? [] : budgetsOf(data)
  const spent = budgets.filter(({ used, limit }) => used >= limit)
  return (
    <Panel
      id="usage"
      title={t('Usage')}
      lead={t('Beyond a budget, nothing more is added. Everything that is there stays.')}
    >
      <Loading data={data} error={error} lines={6} />
      {spent.length > 0 ? (
        <Notice tone="warn" icon="alert">
          {t('Spent: {names}. Remove some, or ask who runs this installation for more.', {
            names: spent.map(({ label }) => label).join(', '),
          })}
        </Notice>
      ) : null}
      <div className={css.budgets}>
        {budgets.map((budget) => (
          <Meter
            key={budget.id}
            label={budget.label}
            used={budget.used}
            limit={budget.limit}
            words={wordsFor(budget)}
          />
        ))}
      </div>
    </Panel>
  )
}

function wordsFor({ used, limit, isBytes }: Budget): string {
  const format = isBytes ? formatBytes : formatCount
  return t('{used} of {limit}', { used: format(used), limit: format(limit) })
}

function Rename({ organization }: { organization: Organization }) {
  const form = useEditForm({
    fields: ['name'],
    resource: organization,
    read: () => readOrganization(organization.id),
    shownOf: ({ name: value }) => [{ name: 'name', label: t('Name of the organization'), value }],
    send: async ({ name = '' }, base) => {
      const updated = await renameOrganization(base, name)
      toast(t('The organization has a new name.'))
      return updated
    },
  })
  return (
    <Panel id="name" title={t('Name')}>
      <Form form={form}>
        <TextField
          label={t('Name of the organization')}
          name="name"
          defaultValue={organization.name}
          maxLength={200}
          hint={t('All members see it. Addresses stay as they are.')}
          problem={form.problems.name}
        />
        <FormActions form={form} label={t('Save name')} />
      </Form>
    </Panel>
  )
}
