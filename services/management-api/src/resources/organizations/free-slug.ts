import type { Transaction } from '@vitrine/database'
import { firstFree, numbered, slugFrom } from '../../fields/slug.js'
import { organizationRepository } from './repository.js'

export const organizationSlugIndex = 'organizations_slug_key'

/** The first free slug that a name suggests. Another transaction may take it first. */
export function freeOrganizationSlug(tx: Transaction, name: string): Promise<string> {
  const slug = slugFrom(name, 'organization')
  return firstFree((n) => numbered(slug, n), organizationRepository(tx).takenSlugs)
}
