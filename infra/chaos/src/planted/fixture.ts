import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, createCaller } from '@vitrine/testing/http'
import type { Read, Write } from '../history/history.js'
import type { Fault } from '../proxy/fault.js'
import type { Member } from '../stack/member.js'
import type { Stack } from '../stack/stack.js'
import { createAdminClient } from '../workload/admin-client.js'
import { widgetProbe } from '../workload/probes.js'
import { readOnce } from '../workload/read-once.js'
import { createProject, createWidget, type SampleProject } from '../workload/tenants.js'

const timeoutMs = 15_000

/** A published widget, and the history of its changes and reads. */
export type TestWidget = {
  name: string
  writes: Write[]
  reads: Read[]
  path: string
  /** Records a write that is about to be sent. The caller sets `endMs` when it is acknowledged. */
  note: (appearance: string) => Write
  /** Sends a change to this manager; resolves when it is acknowledged. */
  send: (manager: Member, body: object) => Promise<void>
  /** Records and sends a new version; resolves when it is acknowledged. */
  edit: (manager: Member) => Promise<void>
  read: (replica: Member) => Promise<Read>
}

/** The processes and widgets of a scenario, which does one thing at a time. */
export async function createScenarioFixture(stack: Stack, signal: AbortSignal) {
  const { managers, replicas, backends } = stack
  const [manager] = managers
  const [replica] = replicas
  if (!manager || !replica) throw new Error('a fixture needs a manager and a replica')
  const admin = createAdminClient(() => managers.map(({ url }) => url()), signal)
  const caller = createCaller({ timeoutMs })
  const project = await createProject(admin, await admin.register())

  const widget = async (): Promise<TestWidget> => {
    const { slug, path } = await createWidget(admin, project, { version: 0 })
    await admin.put(project, `${path}/publish`, {})
    return createTestWidget({ slug, path, project, caller, signal })
  }
  return {
    backends,
    /** Aborted when the scenario takes too long. */
    signal,
    manager,
    /** The same as `manager` if there is only one. */
    otherManager: managers[1] ?? manager,
    replica,
    otherReplica: replicas[1] ?? replica,
    /** A new widget that no replica has read yet. */
    widget,
    /** A new widget that the replica has in memory. */
    cachedWidget: async (): Promise<TestWidget> => {
      const made = await widget()
      // A replica that was fenced by the previous scenario must register first.
      while ((await made.read(replica)).outcome.kind !== 'seen') {
        signal.throwIfAborted()
        await moment()
      }
      return made
    },
    /** The widget as JSON, from management-api. */
    truth: async ({ path }: TestWidget) => (await admin.get(project, path)).body,
    close: () => {
      admin.close()
      caller.close()
    },
  }
}

export type ScenarioFixture = Awaited<ReturnType<typeof createScenarioFixture>>

type TestWidgetOptions = {
  slug: string
  path: string
  project: SampleProject
  caller: Caller
  signal: AbortSignal
}

function createTestWidget({ slug, path, project, caller, signal }: TestWidgetOptions): TestWidget {
  const writes: Write[] = [{ appearance: 'v0', startMs: 0, endMs: performance.now() }]
  const reads: Read[] = []
  const probe = widgetProbe(slug, project.key)
  const note = (appearance: string): Write => {
    const write = { appearance, startMs: performance.now(), endMs: Number.POSITIVE_INFINITY }
    writes.push(write)
    return write
  }
  const send = async (manager: Member, body: object) => {
    const admin = createAdminClient(() => [manager.url()], signal)
    await admin.put(project, path, body)
    admin.close()
  }
  return {
    name: slug,
    writes,
    reads,
    path,
    note,
    send,
    edit: async (manager) => {
      const write = note(`v${writes.length}`)
      await send(manager, { config: { version: writes.length - 1 } })
      write.endMs = performance.now()
    },
    read: async (replica) => {
      const read = await readOnce(replica, probe, caller)
      reads.push(read)
      return read
    },
  }
}

/** The links on which a replica is notified of changes. */
export const notificationLinks = ({ links }: Member) => [links.postgres, links.redis]

export const unanswered: Fault = { kind: 'hold', direction: 'toClient' }
/** Holds back what the replica sends. */
export const unheard: Fault = { kind: 'hold', direction: 'toServer' }
export const cut: Fault = { kind: 'cut' }

/** Long enough for a message to arrive, unless a fault holds it back. */
export const moment = (ms = 60): Promise<void> => sleep(ms)
