import { type AuditReport, decodeAuditRequest } from '@vitrine/contracts'
import type { Fill } from './memory.js'
import type { Bus, Observer } from './ports.js'
import type { Reader } from './reader.js'
import type { Replica } from './replica.js'

type Deps = { replica: Replica; reader: Reader; buses: readonly Bus[]; observer: Observer }
type Sample = [key: string, fill: Fill<unknown>]

/** Entries to compare for one change: at most this many with its tags, and as many others. */
const sampleSize = 10

/**
 * Checks the promise in production. When a change is audited, the replica reads some entries of its
 * cache as a request would and compares them with the database. An entry that differs without a
 * logged change to explain it is stale: a rule was broken, or a write did not log a tag.
 */
export function createAuditor({ replica, reader, buses, observer }: Deps): void {
  /** Reads an entry as a request would, and reads Postgres and the log after that. */
  const compare = async ([key, fill]: Sample): Promise<'same' | 'explained' | 'stale'> => {
    const { value, tags, asOf } = await reader.get(key, fill)
    const truth = await fill()
    await replica.pull()
    // A change in between explains a difference, and so does a database that lags.
    if (truth.asOf < asOf || !replica.floors().isFresh({ tags, asOf })) {
      return 'explained'
    }
    return JSON.stringify(value) === JSON.stringify(truth.value) ? 'same' : 'stale'
  }

  /** Some of the entries in memory, half of them with one of these tags. */
  const pickSamples = (tags: readonly string[]): Sample[] => {
    const concerned: Sample[] = []
    const others: Sample[] = []
    for (const [key, { entry, fill }] of reader.cached()) {
      const group = entry.tags.some((tag) => tags.includes(tag)) ? concerned : others
      if (group.length < sampleSize) group.push([key, fill])
    }
    return [...concerned, ...others]
  }

  const audit = async (id: string, tags: readonly string[]): Promise<AuditReport> => {
    const registered = replica.id()
    const stale: string[] = []
    const samples = pickSamples(tags)
    for (const sample of samples) {
      if ((await compare(sample)) === 'stale') stale.push(sample[0])
    }
    return { id, replica: registered, compared: samples.length, stale }
  }

  for (const bus of buses) {
    bus.subscribe('audits', async (message) => {
      const request = decodeAuditRequest(message)
      if (request === null) return
      try {
        const report = await audit(request.id, request.change.tags)
        observer.audited(report)
        void bus.publish('auditReports', JSON.stringify(report))
      } catch {
        // The database became unreachable: there is nothing to report.
      }
    })
  }
}
