/**
 * The topics of the messages between the two services: names of Redis channels and of Postgres
 * channels. Either may lose, repeat, delay or reorder messages.
 */
export const topics = {
  /** management-api → delivery: `ChangeNotification`. */
  changes: 'vitrine:changes',
  /** delivery → management-api: `Ack`. */
  acks: 'vitrine:acks',
  /** management-api → delivery: `AuditRequest`. */
  audits: 'vitrine:audits',
  /** delivery → management-api: `AuditReport`. */
  auditReports: 'vitrine:audit-reports',
} as const

export type Topic = keyof typeof topics

/** A committed change: its position in the log, and the tags of the entries that it makes stale. */
export type Change = { seq: number; tags: readonly string[] }

/**
 * The log has reached `upTo`. `changes` are some or all of its newest changes; the receiver pulls the
 * rest. `logId` is the identity of the log: another database may send its notifications by the same Redis.
 */
export type ChangeNotification = { logId: string; upTo: number; changes: readonly Change[] }

/**
 * This registration of a replica answers from the log up to `seq`, or from a later state. `restMs`: how long a cache in front may
 * still receive an answer from before; without it, the replica does not know.
 */
export type Ack = { replica: string; seq: number; restMs?: number }

/** Asks every replica whether its cache contradicts this acknowledged change. */
export type AuditRequest = { id: string; change: Change }

/** How many cached entries a replica compared with the database, and the keys of the stale ones. */
export type AuditReport = { id: string; replica: string; compared: number; stale: string[] }

/** @returns null for any other text, since anyone may send on a channel. */
export const decodeChangeNotification = decoder<ChangeNotification>(
  (m) =>
    typeof m.logId === 'string' &&
    isSeq(m.upTo) &&
    Array.isArray(m.changes) &&
    m.changes.every(isChange),
)
export const decodeAck = decoder<Ack>(
  (m) =>
    typeof m.replica === 'string' &&
    isSeq(m.seq) &&
    (m.restMs === undefined || (typeof m.restMs === 'number' && m.restMs >= 0)),
)
export const decodeAuditRequest = decoder<AuditRequest>(
  (m) => typeof m.id === 'string' && isChange(m.change),
)
export const decodeAuditReport = decoder<AuditReport>(
  (m) =>
    typeof m.id === 'string' &&
    typeof m.replica === 'string' &&
    Number.isSafeInteger(m.compared) &&
    isTexts(m.stale),
)

type Fields<Message> = { readonly [Key in keyof Message]?: unknown }

function decoder<Message>(isMessage: (fields: Fields<Message>) => boolean) {
  return (text: string): Message | null => {
    try {
      const fields = JSON.parse(text) as Fields<Message> | null
      return fields !== null && isMessage(fields) ? (fields as Message) : null
    } catch {
      return null
    }
  }
}

// Safe integers: at a thousand changes a second they last for 285,000 years.
const isSeq = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

function isChange(value: unknown): value is Change {
  const { seq, tags } = (value ?? {}) as Fields<Change>
  return isSeq(seq) && isTexts(tags)
}
