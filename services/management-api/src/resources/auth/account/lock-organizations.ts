import type { Transaction } from '@vitrine/database'
import { lockOrganization } from '../../../changes/rights/lock-repository.js'
import { authRepository } from '../repository.js'

/**
 * Locks the organizations of an account before the account itself, as everywhere, and in a fixed order, so
 * that two accounts never deadlock.
 *
 * @returns their ids.
 */
export async function lockOrganizations(tx: Transaction, userId: string): Promise<string[]> {
  const me = await authRepository(tx).findMe(userId)
  const ids = (me?.memberships ?? []).map(({ organization }) => organization.id).sort()
  for (const id of ids) await lockOrganization(tx, id)
  return ids
}
