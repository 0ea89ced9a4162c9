/** Replaces a piece of code that occurs exactly once in a built file of packages/coherence. */
export type Edit = { file: string; find: string; replace: string }

/**
 * For each rule of packages/coherence/README.md, a bug: the code without that rule. The simulation
 * and the chaos runs must find every one of them.
 */
export const plantedBugs = {
  // The replica
  'apply-without-gap': [
    { file: 'floors.js', find: 'if (seq !== cursor + 1)', replace: 'if (seq <= cursor)' },
  ],
  'apply-before-ack': [
    {
      file: 'replica.js',
      find: 'if (floors.cursor() < upTo)',
      replace:
        "void bus.publish('acks', JSON.stringify({ replica: registration.id, seq: upTo })); if (floors.cursor() < upTo)",
    },
  ],
  lease: [
    {
      file: 'replica.js',
      find: 'const isConfirmed = () => registration !== null && lease.holds()',
      replace: 'const isConfirmed = () => registration !== null',
    },
  ],
  'lease-from-send': [
    {
      file: 'replica.js',
      find: 'lease.begin(sent);\n        timeOffsetMs = renewal',
      replace: 'lease.begin(momentOf(clock));\n        timeOffsetMs = renewal',
    },
  ],
  'load-after-register': [
    {
      file: 'replica.js',
      find: 'const id = newId();',
      replace: 'const id = newId(); const early = await authority.latest(loadSize);',
    },
    {
      file: 'replica.js',
      find: 'const page = await authority.latest(loadSize)',
      replace: 'const page = early',
    },
  ],
  'fenced-for-good': [
    { file: 'replica.js', find: 'observer.fenced()', replace: 'return lease.begin(sent)' },
  ],
  'end-lease-before-leave': [
    {
      file: 'replica.js',
      find: 'lease.end();\n            standIn.forget();\n            await leave()',
      replace: 'await leave(); lease.end(); standIn.forget()',
    },
  ],
  'suspended-clock': [
    { file: 'lease.js', find: 'drift <= driftMs + elapsedMs * driftRate', replace: 'true' },
  ],

  // The reader
  'floors-in-memory': [
    {
      file: 'reader.js',
      find: "kept !== undefined && isAllowed(kept.entry, 'memory')",
      replace: 'kept !== undefined',
    },
  ],
  'floors-in-store': [
    { file: 'reader.js', find: "stored !== null && isAllowed(stored, 'store')", replace: 'stored' },
  ],
  'floors-in-flight': [{ file: 'reader.js', find: "isAllowed(entry, 'flight')", replace: 'true' }],
  'fill-not-behind': [{ file: 'reader.js', find: 'landed.entry.asOf < cursor', replace: 'false' }],

  // The writer
  'wait-for-acks': [
    {
      file: 'writer.js',
      find: 'for (let waitMs = hedgeMs;',
      replace: 'return true; for (let waitMs = hedgeMs;',
    },
  ],
  'read-register-after-commit': [
    { file: 'writer.js', find: 'let settledSeq = 0', replace: 'let settledSeq = 0, seen = []' },
    {
      file: 'writer.js',
      find: 'acks.forgetOthers(rows',
      replace: 'seen = rows; acks.forgetOthers(rows',
    },
    {
      file: 'writer.js',
      find: 'const rows = await roster.look();\n        const fenced',
      replace: 'const rows = seen;\n        const fenced',
    },
  ],
  'fence-after-lease': [
    { file: 'replica-register.js', find: 'standingMs(row.id) >= fenceAfterMs', replace: 'true' },
  ],
  'fence-as-observed': [
    { file: 'replica-register.js', find: 'before.renewals === renewals', replace: 'true' },
  ],
  'settle-no-op-writes': [
    {
      file: 'writer.js',
      find: 'if (head <= settledSeq)',
      replace: 'if (head <= settledSeq || changes.length === 0)',
    },
  ],

  // Without Postgres
  'copy-of-same-identity': [
    { file: 'redis-validator.js', find: 'page.identity !== identity', replace: 'false' },
    { file: 'redis-validator.js', find: 'identity !== null && lease', replace: 'lease' },
  ],
  'copy-after-fence': [
    {
      file: 'writer.js',
      find: 'for (let waitMs = hedgeMs;',
      replace:
        'const isCopied = (await copy?.append(changes)) === true; for (let waitMs = hedgeMs;',
    },
    {
      file: 'writer.js',
      find: 'findUnaware(head, changes).catch',
      replace: 'findUnaware(head, changes, isCopied).catch',
    },
    {
      file: 'writer.js',
      find: 'findUnaware = async (head, changes)',
      replace: 'findUnaware = async (head, changes, isCopied)',
    },
    {
      file: 'writer.js',
      find: 'if (!(await isInCopy(fenced, head, changes)))',
      replace: 'if (!isCopied && !(await isInCopy(fenced, head, changes)))',
    },
  ],
} as const satisfies Record<string, readonly Edit[]>

export type Rule = keyof typeof plantedBugs
export const rules = Object.keys(plantedBugs) as Rule[]
