/** Waiting uploads, one line for each organization. Organizations take turns. */
export function createOrganizationLines<Waiting>() {
  /** In the order of their turns. None of the lines is empty. */
  const lines = new Map<string, Waiting[]>()

  const lengthOf = (organizationId: string): number => lines.get(organizationId)?.length ?? 0

  return {
    lengthOf,
    total: (): number => {
      let total = 0
      for (const line of lines.values()) total += line.length
      return total
    },
    join: (organizationId: string, waiting: Waiting): void => {
      const line = lines.get(organizationId)
      if (line === undefined) lines.set(organizationId, [waiting])
      else line.push(waiting)
    },
    leave: (organizationId: string, waiting: Waiting): void => {
      const line = lines.get(organizationId)
      const index = line?.indexOf(waiting) ?? -1
      if (index !== -1) line?.splice(index, 1)
      if (line?.length === 0) lines.delete(organizationId)
    },
    /** The organization had its turn: the next one comes after those of all others. */
    moveToEnd: (organizationId: string): void => {
      const line = lines.get(organizationId)
      if (line === undefined) return
      lines.delete(organizationId)
      lines.set(organizationId, line)
    },
    /** Takes the first one of the organization whose turn it is; undefined if none waits. */
    takeNext: (): Waiting | undefined => {
      const [next] = lines
      if (next === undefined) return undefined
      const [organizationId, line] = next
      const first = line.shift()
      if (line.length === 0) lines.delete(organizationId)
      return first
    },
    longest: (): { organizationId: string; length: number; last: Waiting | undefined } => {
      let [organizationId, longest] = ['', [] as Waiting[]]
      for (const [id, line] of lines) {
        if (line.length > longest.length) [organizationId, longest] = [id, line]
      }
      return { organizationId, length: longest.length, last: longest.at(-1) }
    },
    /** Turns that come before that of a newcomer: of any other line at most as many as of its own. */
    turnsBefore: (organizationId: string): number => {
      const own = lengthOf(organizationId)
      let turns = own
      for (const [id, line] of lines) {
        if (id !== organizationId) turns += Math.min(line.length, own + 1)
      }
      return turns
    },
  }
}
