type Options = {
  /** Absent in pages of other hosts without TLS: then only this page takes turns. */
  locks: Pick<LockManager, 'request'> | undefined
  /** Whether no other tab of the console is open. */
  isAlone(): Promise<boolean>
  /** The picture of the project with these bytes. */
  find(projectId: string, hash: string): Promise<string | undefined>
}

type Upload = { projectId: string; hash: string; signal: AbortSignal }

const isBusy = Symbol('another upload has the lock')

/**
 * Uploads of the same bytes to the same project take turns, in all tabs, so that the second finds what the first
 * has stored. The look-up of a hundred hashes before is too early for that.
 */
export function createTurns({ locks, isAlone, find }: Options) {
  /** The uploads that this page has sent. A failed one is sent again: its key tells the service that it is the same. */
  const sent = new Set<string>()

  /** @returns the picture that another upload has stored since; undefined after `send`. */
  return async (
    { projectId, hash, signal }: Upload,
    send: () => Promise<void>,
  ): Promise<string | undefined> => {
    const name = `vitrine-upload ${projectId} ${hash}`
    const use = async (hasWaited: boolean): Promise<string | undefined> => {
      const mayBeThere = hasWaited || sent.has(name) || !(await isAlone())
      const found = mayBeThere ? await find(projectId, hash) : undefined
      if (found !== undefined) return found
      signal.throwIfAborted()
      await send()
      sent.add(name)
      return undefined
    }
    if (locks === undefined) return use(false)
    const first = await locks.request(name, { ifAvailable: true }, (lock) =>
      lock === null ? isBusy : use(false),
    )
    return first === isBusy ? locks.request(name, { signal }, () => use(true)) : first
  }
}
