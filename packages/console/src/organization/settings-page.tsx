import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Skeleton } from '../controls/notice.tsx'
import { Page } from '../controls/page.tsx'
import { Panel } from '../controls/panel.tsx'
import { May } from '../permissions/permissions.tsx'
import { LoadProblem } from '../problems/load-problem.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { t } from '../words/words.ts'
import { organizationQuery } from './queries.ts'
import { Rename } from './rename.tsx'
import { UsageBars } from './usage-bars.tsx'

const DeleteOrganization = lazy(() => import('./delete-organization.tsx'))

export default function OrganizationSettingsPage() {
  const { id: orgId, name } = useOrganization()
  const { data: organization, error } = useQuery(organizationQuery(orgId))
  return (
    <Page
      title={t('Organization')}
      width="narrow"
      lead={t('What {name} is called, and how much it uses.', { name })}
    >
      <LoadProblem error={error} />
      {organization === undefined && !error ? <Skeleton lines={4} /> : null}
      {organization === undefined ? null : (
        <May call="updateOrganization">
          <Rename key={orgId} organization={organization} />
        </May>
      )}
      <UsageBars orgId={orgId} />
      <May call="deleteOrganization">
        <DangerZone orgId={orgId} name={name} />
      </May>
    </Page>
  )
}

function DangerZone({ orgId, name }: { orgId: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      tone="danger"
      title={t('Delete the organization')}
      lead={t('All its projects, pictures, widgets and keys go, and sites show nothing any more.')}
      actions={
        <Button look="danger" icon="trash" onPress={() => setOpen(true)}>
          {t('Delete organization')}
        </Button>
      }
    >
      {isOpen ? (
        <Suspense fallback={null}>
          <DeleteOrganization orgId={orgId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Panel>
  )
}
