import { type AuditReport, decodeAuditRequest } from '@vitrine/contracts'
import type { Bus, Observer } from './ports.js'
import type { Reader } from './reader.js'
import type { Replica } from './replica.js'

type Deps = { replica: Replica; reader: Reader; buses: readonly Bus[]; observer: Observer }

/** Compared of one audited change: answers that carry its tags, and as many others. */
const sampleSize = 10

/**
 * Checks the promise where it counts: when an acknowledged change is audited, the replica reads
 * some of what it keeps as a request would and compares it with the database. An answer that
 * differs, though nothing that was logged says that it should, is stale: a rule was broken, or a
 * write forgot a tag.
 */
export function createAuditor({ replica, reader, buses, observer }: Deps): void {
  const isStale = async (key: string, fill: Fill): Promise<boolean> => {
    const given = await reader.get(key, fill)
    const { value, tags, asOf } = given
    const truth = await fill()
    await replica.pull()
    // A change that came in between explains the difference, as does a database that lags.
    if (truth.asOf < asOf || !replica.floors().allow({ tags, asOf })) return false
    return JSON.stringify(value) !== JSON.stringify(truth.value)
  }

  const audit = async (
    changed: readonly string[],
  ): Promise<Omit<AuditReport, 'id' | 'replica'>> => {
    const sample: { concerned: [string, Fill][]; others: [string, Fill][] } = {
      concerned: [],
      others: [],
    }
    for (const [key, { entry, fill }] of reader.kept()) {
      const isConcerned = entry.tags.some((tag) => changed.includes(tag))
      const group = isConcerned ? sample.concerned : sample.others
      if (group.length < sampleSize) group.push([key, fill])
    }
    const stale: string[] = []
    const compared = [...sample.concerned, ...sample.others]
    for (const [key, fill] of compared) if (await isStale(key, fill)) stale.push(key)
    return { compared: compared.length, stale }
  }

  for (const bus of buses) {
    bus.subscribe('audits', async (message) => {
      const request = decodeAuditRequest(message)
      if (request === null) return
      try {
        const id = replica.id()
        const report = { id: request.id, replica: id, ...(await audit(request.change.tags)) }
        observer.audited(report)
        void bus.publish('auditReports', JSON.stringify(report satisfies AuditReport))
      } catch {
        // The database went away: nothing can be compared, and nothing is claimed.
      }
    })
  }
}

type Fill = Parameters<Reader['get']>[1]
