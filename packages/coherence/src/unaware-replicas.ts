import type { Change } from '@vitrine/contracts'
import type { ChangeLogStore, LogCopy, ReplicaRow } from './ports.js'
import type { ReplicaRegister } from './replica-register.js'

type Deps = { changeLog: ChangeLogStore; logCopy: LogCopy | null; register: ReplicaRegister }

const pageSize = 1000

/** Finds the replicas that a writer has to wait for. */
export function createUnawareReplicas({ changeLog, logCopy, register }: Deps) {
  /**
   * Adds to the copy of the log what these fenced replicas may lack: they then answer from it, or
   * not at all. @returns whether the copy has all of it.
   */
  const addToCopy = async (
    fenced: readonly ReplicaRow[],
    head: number,
    changes: readonly Change[],
  ): Promise<boolean> => {
    if (fenced.length === 0) return true
    if (logCopy === null) return false
    if (changes.length > 0) return logCopy.append(changes)
    let after = Math.min(...fenced.map(({ acked }) => acked))
    while (after < head) {
      const page = await changeLog.since(after, pageSize)
      if (!(await logCopy.append(page.changes))) return false
      after = page.to
    }
    return true
  }

  return {
    /**
     * Call it after the commit.
     *
     * @returns the ids of the replicas that may still answer from a state before `head`, according
     *   to the register; null if a fenced one may that no acknowledgement can be expected from.
     */
    find: async (head: number, changes: readonly Change[]): Promise<string[] | null> => {
      // Rule read-register-after-commit: a replica that registers later loads the change.
      const rows = await register.readAndFence()
      const fenced = rows.filter((row) => row.fenced && register.mayAnswer(row))
      // Rule copy-after-fence.
      if (!(await addToCopy(fenced, head, changes))) return null
      return rows.filter((row) => !row.fenced && row.acked < head).map(({ id }) => id)
    },
  }
}
