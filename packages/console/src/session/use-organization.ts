import { notFound, useParams } from '@tanstack/react-router'
import type { Me } from './me.ts'
import { useMe } from './use-me.ts'

type Membership = Me['organizations'][number]

/** The organization of the page, as the person is in it. */
export function useOrganization(): Membership {
  const { orgId } = useParams({ strict: false })
  const organization = useMe().organizations.find(({ id }) => id === orgId)
  if (organization === undefined) throw notFound()
  return organization
}
