import type { Scoped } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import type { ProjectTenant } from '../../changes/author.js'
import { historyRepository, type Subject } from './repository.js'

type Fields = Readonly<Record<string, unknown>>

/** Fields whose values are objects with keys of their own. */
const keyed = ['config', 'theme', 'metadata']

const dayMs = 86_400_000

/** @param historyRetentionDays how long changes are shown; 0: without end. */
export function createHistory({ historyRetentionDays }: { historyRetentionDays: number }) {
  return {
    /** One page of the changes of a resource, which the caller has found. */
    list: async (
      database: Scoped,
      { organizationId, projectId }: ProjectTenant,
      subject: Subject,
      query: PageQuery,
    ) => {
      const since =
        historyRetentionDays === 0 ? null : new Date(Date.now() - historyRetentionDays * dayMs)
      const page = await database.transaction((tx) =>
        historyRepository(tx).list(organizationId, projectId, subject, query, since),
      )
      const content = page.content.map(({ actor, changes, ...row }) => ({
        ...row,
        by: actor?.name ?? null,
        changes: changesPerKey(changes as Fields),
      }))
      return { ...page, content }
    },
  }
}

export type History = ReturnType<typeof createHistory>

/** Replaces the former and the new value of an object by those of each key that differs. */
function changesPerKey(changes: Fields): Record<string, unknown> {
  const entries = Object.entries(changes)
  return Object.fromEntries(
    entries.map(([name, change]) => [name, keyed.includes(name) ? differingKeys(change) : change]),
  )
}

function differingKeys(change: unknown): Record<string, unknown> {
  const { from, to } = change as { from: Fields | null; to: Fields | null }
  const [before, after] = [new Map(Object.entries(from ?? {})), new Map(Object.entries(to ?? {}))]
  const keys = new Set([...before.keys(), ...after.keys()])
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const value = {
        ...(before.has(key) && { from: before.get(key) }),
        ...(after.has(key) && { to: after.get(key) }),
      }
      return JSON.stringify(value.from) === JSON.stringify(value.to) ? [] : [[key, value]]
    }),
  )
}
