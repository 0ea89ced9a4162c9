/** Replaces a piece of code that occurs exactly once in a source file of packages/coherence. */
export type Edit = { file: string; find: string; replace: string }

/**
 * For each rule of packages/coherence/README.md, a bug: the code without that rule. The simulation must
 * find every one of them.
 */
export const plantedBugs = {
  // The replica
  'apply-without-gap': [
    { file: 'floors.ts', find: 'if (seq !== cursor + 1)', replace: 'if (seq <= cursor)' },
  ],
  'apply-before-ack': [
    {
      file: 'follower.ts',
      find: 'if (current.floors.cursor() < upTo)',
      replace:
        "void bus.publish('acks', JSON.stringify({ replica: current.id, seq: upTo })); if (current.floors.cursor() < upTo)",
    },
  ],
  lease: [
    {
      file: 'replica.ts',
      find: 'this.#state.registration !== null && this.#lease.holds()',
      replace: 'this.#state.registration !== null',
    },
  ],
  'lease-from-send': [
    {
      file: 'replica.ts',
      find: 'this.#lease.begin(sent)\n    registration.timeOffsetMs',
      replace: 'this.#lease.begin(momentOf(clock))\n    registration.timeOffsetMs',
    },
  ],
  'load-after-register': [
    {
      file: 'replica.ts',
      find: 'const id = newId()',
      replace: 'const early = await changeLog.latest(loadSize), id = newId()',
    },
    {
      file: 'replica.ts',
      find: 'const page = await changeLog.latest(loadSize)',
      replace: 'const page = early',
    },
  ],
  'fenced-for-good': [
    {
      file: 'replica.ts',
      find: 'return this.#replaceFenced(registration)',
      replace: 'return this.#lease.begin(sent)',
    },
  ],
  'end-lease-before-leave': [
    {
      file: 'replica.ts',
      find: 'this.#endLease()\n    if (registration !== null) await this.#leave(registration.id)',
      replace: 'if (registration !== null) await this.#leave(registration.id); this.#endLease()',
    },
  ],
  'suspended-clock': [
    {
      file: 'lease.ts',
      find: 'drift > driftMs + elapsedMs * driftRate',
      replace: 'false',
    },
  ],

  // The reader
  'floors-in-memory': [
    {
      file: 'memory.ts',
      find: "useIfFresh(cached.entry, 'memory')",
      replace: "(useIfFresh(cached.entry, 'memory') ?? cached.entry)",
    },
  ],
  'floors-in-store': [
    {
      file: 'reader.ts',
      find: "memory.useIfFresh(stored, 'store') !== null",
      replace: 'true',
    },
  ],
  'floors-in-flight': [
    {
      file: 'reader.ts',
      find: "memory.useIfFresh((await underway).entry, 'flight')",
      replace: '(await underway).entry',
    },
  ],
  'fill-not-behind': [{ file: 'reader.ts', find: 'found.entry.asOf < cursor', replace: 'false' }],

  // The writer
  'wait-for-acks': [
    {
      file: 'writer.ts',
      find: 'for (let waitMs = hedgeMs;',
      replace: 'return true; for (let waitMs = hedgeMs;',
    },
  ],
  'read-register-after-commit': [
    {
      file: 'unaware-replicas.ts',
      find: 'const rows = await register.readAndFence()',
      replace: 'const rows = register.lastRead()',
    },
    {
      file: 'replica-register.ts',
      find: 'let observed = new Map<string, Observed>()',
      replace: 'let last = []; let observed = new Map<string, Observed>()',
    },
    {
      file: 'replica-register.ts',
      find: 'const sinceMs = clock.monotonicMs()',
      replace: 'const sinceMs = clock.monotonicMs(); last = rows',
    },
    {
      file: 'replica-register.ts',
      find: 'readAndFence: createBatch(readAndFence)',
      replace: 'lastRead: () => last, readAndFence: createBatch(readAndFence)',
    },
  ],
  'fence-after-lease': [
    {
      file: 'replica-register.ts',
      find: 'unchangedMs(row.id) >= fenceAfterMs',
      replace: 'true',
    },
  ],
  'fence-as-observed': [
    { file: 'replica-register.ts', find: 'before.renewals === renewals', replace: 'true' },
  ],
  'grace-margin': [
    {
      file: 'replica-register.ts',
      find: 'graceMs * graceFactor + graceMarginMs',
      replace: 'graceMs',
    },
  ],
  'settle-no-op-writes': [
    {
      file: 'writer.ts',
      find: 'if (written.head <= settledSeq)',
      replace: 'if (written.head <= settledSeq || written.changes.length === 0)',
    },
  ],

  // Without Postgres
  'copy-of-same-identity': [
    { file: 'redis-validator.ts', find: 'page.identity !== identity', replace: 'false' },
    { file: 'redis-validator.ts', find: 'identity !== null && lease', replace: 'lease' },
  ],
  'copy-after-fence': [
    {
      file: 'writer.ts',
      find: 'for (let waitMs = hedgeMs;',
      replace:
        'const isCopied = (await logCopy?.append(changes)) === true; for (let waitMs = hedgeMs;',
    },
    {
      file: 'writer.ts',
      find: 'unawareReplicas.find(head, changes)',
      replace: 'unawareReplicas.find(head, changes, isCopied)',
    },
    {
      file: 'unaware-replicas.ts',
      find: 'find: async (head: number, changes: readonly Change[])',
      replace: 'find: async (head, changes, isCopied)',
    },
    {
      file: 'unaware-replicas.ts',
      find: 'if (!(await addToCopy(fenced, head, changes)))',
      replace: 'if (!isCopied && !(await addToCopy(fenced, head, changes)))',
    },
  ],

  // With caches in front
  'wait-for-caches': [
    {
      file: 'writer.ts',
      find: 'if (!(await waitForCaches(written.head, deadlineMs))) return null',
      replace: 'void waitForCaches(written.head, deadlineMs)',
    },
  ],
  'purge-after-rest': [
    { file: 'writer.ts', find: 'await sleep(rest.after(head))', replace: 'rest.after(head)' },
  ],
  'break-off-answers': [
    { file: 'edge-answers.ts', find: 'answer.breakOff()', replace: '' },
    {
      file: 'edge-answers.ts',
      find: '!answer.isKept || (!answer.isOutdated && holdsLease())',
      replace: '!answer.isKept || holdsLease()',
    },
  ],
  'keep-if-current': [
    {
      file: 'edge-answers.ts',
      find: 'answer.isKept = !answer.isOutdated && holdsLease()',
      replace: 'answer.isKept = holdsLease()',
    },
  ],
  'keep-by-lease': [
    {
      file: 'edge-answers.ts',
      find: 'answer.isKept = !answer.isOutdated && holdsLease()',
      replace: 'answer.isKept = !answer.isOutdated',
    },
    {
      file: 'edge-answers.ts',
      find: '!answer.isKept || (!answer.isOutdated && holdsLease())',
      replace: '!answer.isKept || !answer.isOutdated',
    },
    { file: 'replica.ts', find: 'if (!this.#lease.holds()) answers.dropAll()', replace: '' },
  ],
  'rest-before-leave': [{ file: 'replica.ts', find: 'await this.#rest()', replace: '' }],
  'advance-after-purge': [
    {
      file: 'purger.ts',
      find: 'await edge.purge([...new Set([...lost, ...named])])',
      replace:
        'await position.advance(logId, to); await edge.purge([...new Set([...lost, ...named])])',
    },
  ],
  'purge-what-was-pruned': [
    { file: 'purger.ts', find: 'page.from > from ? [tags.everything] : []', replace: '[]' },
  ],
} as const satisfies Record<string, readonly Edit[]>

export type Rule = keyof typeof plantedBugs
export const rules = Object.keys(plantedBugs) as Rule[]
