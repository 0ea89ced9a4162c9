import { createCaller } from '@vitrine/testing/http'
import type { Violation } from '../chaos/check.js'
import { check } from '../chaos/check.js'
import { createTrialFixture } from '../chaos/workload/fixture.js'
import { imageProbe, widgetProbe } from '../chaos/workload/probes.js'
import { runReaders } from '../chaos/workload/readers.js'
import type { AdminClient } from '../stack/admin-client.js'
import type { Member } from '../stack/member.js'
import { createWidget, type SampleProject } from '../stack/tenants.js'

const widgets = 40
const readPauseMs = 30
const timeoutMs = 15_000

/**
 * Published widgets with a picture each that nobody changes, as nearly all of an installation at any moment, and readers of them.
 */
export async function createSteadyReads(admin: AdminClient, project: SampleProject) {
  const fixture = createTrialFixture([project, project], admin)
  for (let i = 0; i < widgets; i += 1) {
    const { id } = await admin.upload(project, `${project.path}/assets`)
    const { slug, path } = await createWidget(admin, project, { version: 0 }, [id])
    await admin.put(project, `${path}/publish`, {})
    const ask = async () => 'v0'
    const image = imageProbe(project.projectId, id, '?w=4&format=webp')
    fixture.present(
      { name: `widget ${slug}`, probes: [widgetProbe(slug, project.key)], ask },
      { appearance: 'v0' },
    )
    fixture.present({ name: `image ${id}`, probes: [image], ask }, { appearance: 'there' })
  }
  const { subjects } = fixture

  return {
    /** Fetches each from each replica, as visitors have before a fault. */
    warm: async (replicas: readonly Member[]): Promise<void> => {
      const caller = createCaller({ timeoutMs })
      for (const { url } of replicas) {
        for (const { probes } of subjects) {
          for (const { call } of probes) await caller.send(url(), call)
        }
      }
      caller.close()
    },
    /** Reads until `end`. */
    run: (replicas: readonly Member[]): Promise<void> =>
      runReaders({ ...fixture, shown: () => subjects }, { replicas, pauseMs: readPauseMs }),
    end: fixture.end,
    /** How many reads began in this interval, and those of them that were not answered, with their time in it. */
    count: (fromMs: number, toMs: number) => {
      const reads = subjects
        .flatMap((subject) => subject.reads)
        .filter(({ startMs }) => fromMs <= startMs && startMs <= toMs)
      const missed = reads
        .filter(({ outcome }) => outcome.kind !== 'seen')
        .map(({ startMs, replica, outcome: { kind } }) => ({
          replica,
          kind,
          atMs: startMs - fromMs,
        }))
      return { reads: reads.length, missed }
    },
    violations: (): Violation[] =>
      subjects.flatMap(({ name, writes, reads }) => check({ subject: name, writes, reads })),
  }
}

export type SteadyReads = Awaited<ReturnType<typeof createSteadyReads>>
