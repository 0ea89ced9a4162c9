/** Work that waits for a turn of its tenant. */
export type Waiter = {
  /** A tenant that exists: a caller that could invent ids would get a turn for each of them. */
  tenantId: string
  /** How many turns of its tenant the work uses up. Less than one counts as one. */
  turns: number
  /** The smallest one of a tenant begins first; among equal ones, the one that joined first. */
  rank: number
}

/** The work of one tenant. A tenant without any has no line. */
type Line<W> = {
  tenantId: string
  /** Its next turn is in this round. The fraction is what its work used up beyond whole turns. */
  round: number
  waiters: readonly W[]
  /** How many of its works run. */
  running: number
}

/** A value that is never changed: the functions below return a new one. */
export type FairQueue<W extends Waiter> = {
  /** The round in which the work began that began last. */
  round: number
  /** In the order in which the tenants joined or had their last turn. */
  lines: readonly Line<W>[]
}

/*
 * Deficit round-robin, in the form in which a tenant may overdraw its share and then sits out. In each
 * round each tenant begins one work at most. One that used up n turns sits out n − 1 rounds. So a work of
 * a tenant that had none waits for one work of each other tenant at most, and in the long run each
 * tenant that always has work gets the same share of the capacity, however much its works cost. A tenant that joins
 * comes last in the next round, so leaving and coming back gains nothing.
 */

export const emptyQueue = <W extends Waiter>(): FairQueue<W> => ({ round: 0, lines: [] })

/** Adds one that waits. */
export function join<W extends Waiter>(queue: FairQueue<W>, waiter: W): FairQueue<W> {
  const { tenantId, rank } = waiter
  const known = queue.lines.find((line) => line.tenantId === tenantId)
  if (known === undefined) {
    const line = { tenantId, round: queue.round + 1, waiters: [waiter], running: 0 }
    return { ...queue, lines: [...queue.lines, line] }
  }
  const behind = known.waiters.findIndex((other) => other.rank > rank)
  const index = behind === -1 ? known.waiters.length : behind
  return replace(queue, { ...known, waiters: known.waiters.toSpliced(index, 0, waiter) })
}

/** Removes those that no longer wait. Others do not matter. */
export function without<W extends Waiter>(queue: FairQueue<W>, gone: ReadonlySet<W>): FairQueue<W> {
  const lines = queue.lines.map((line) =>
    line.waiters.some((waiter) => gone.has(waiter))
      ? { ...line, waiters: line.waiters.filter((waiter) => !gone.has(waiter)) }
      : line,
  )
  return { ...queue, lines: lines.filter(hasWork) }
}

/** One that waits begins, which is a turn of its tenant. */
export function begin<W extends Waiter>(queue: FairQueue<W>, waiter: W): FairQueue<W> {
  const line = queue.lines.find(({ tenantId }) => tenantId === waiter.tenantId)
  if (line === undefined) return queue
  const had = {
    ...line,
    round: afterTurn(queue, line, waiter),
    waiters: line.waiters.filter((other) => other !== waiter),
    running: line.running + 1,
  }
  const round = Math.max(queue.round, Math.floor(line.round))
  return moveToEnd({ ...queue, round }, had)
}

/** A work of the tenant has ended. Those that joined while it ran come before the tenant's next one. */
export function end<W extends Waiter>(queue: FairQueue<W>, tenantId: string): FairQueue<W> {
  const line = queue.lines.find((line) => line.tenantId === tenantId)
  if (line === undefined) return queue
  return moveToEnd(queue, { ...line, running: line.running - 1 })
}

/** All that wait, in the order in which they will begin if none joins or leaves. */
export function inTurns<W extends Waiter>(queue: FairQueue<W>): W[] {
  const order: W[] = []
  const rest = queue.lines
    .filter(({ waiters }) => waiters.length > 0)
    .map(({ round, waiters }) => ({ round, waiters, next: 0 }))
  while (rest.length > 1) {
    const [line] = rest.splice(indexOfNext(rest), 1)
    const waiter = line?.waiters[line.next]
    if (line === undefined || waiter === undefined) break
    order.push(waiter)
    line.round = afterTurn(queue, line, waiter)
    line.next += 1
    if (line.next < line.waiters.length) rest.push(line)
  }
  // Most often one tenant is left, or was alone from the beginning.
  const [alone] = rest
  return alone === undefined ? order : order.concat(alone.waiters.slice(alone.next))
}

/**
 * The last one of the tenant with most waiting work, if that is another tenant than the newcomer's and
 * has more; null: the newcomer itself has to yield. The first one of a tenant never yields. Lines of
 * equal length do not yield either, or two tenants would displace each other for ever.
 *
 * @param newcomer that has joined the queue.
 */
export function whoYields<W extends Waiter>({ lines }: FairQueue<W>, newcomer: W): W | null {
  const own = lines.find(({ tenantId }) => tenantId === newcomer.tenantId)
  let most = sumOfTurns(own?.waiters ?? [newcomer])
  let last: W | null = null
  for (const line of lines) {
    const turns = sumOfTurns(line.waiters)
    if (line === own || line.waiters.length < 2 || turns <= most) continue
    most = turns
    last = line.waiters.at(-1) ?? null
  }
  return last
}

const worth = ({ turns }: Waiter): number => Math.max(1, turns)

/** One that could not begin in its turn begins as soon as it can, but saves up no more turns. */
const afterTurn = (queue: { round: number }, { round }: { round: number }, waiter: Waiter) =>
  Math.max(round, queue.round) + worth(waiter)

const sumOfTurns = (waiters: readonly Waiter[]): number =>
  waiters.reduce((sum, waiter) => sum + worth(waiter), 0)

const hasWork = ({ waiters, running }: Line<unknown>): boolean => waiters.length > 0 || running > 0

/** The first one of the earliest round. */
function indexOfNext(lines: readonly { round: number }[]): number {
  let next = 0
  let earliest = Number.POSITIVE_INFINITY
  for (const [i, { round }] of lines.entries()) {
    if (Math.floor(round) >= earliest) continue
    earliest = Math.floor(round)
    next = i
  }
  return next
}

const replace = <W extends Waiter>(queue: FairQueue<W>, line: Line<W>): FairQueue<W> => ({
  ...queue,
  lines: queue.lines.map((other) => (other.tenantId === line.tenantId ? line : other)),
})

const moveToEnd = <W extends Waiter>(queue: FairQueue<W>, line: Line<W>): FairQueue<W> => {
  const others = queue.lines.filter(({ tenantId }) => tenantId !== line.tenantId)
  return { ...queue, lines: hasWork(line) ? [...others, line] : others }
}
