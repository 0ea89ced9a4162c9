import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@vitrine/local/programs'
import { findVarnish, startVarnish } from '@vitrine/local/varnish'
import { png } from '@vitrine/testing'
import { createAdmin } from '../admin.js'
import { createReplicas } from '../replicas.js'
import { type Context, inTurns, msOf } from '../rounds.js'
import { type Stack, withStack } from '../stack.js'

const token = 'allows-purges-during-benchmarks'

type Samples = { purged: number[]; unpurged: number[] }

/**
 * Changes that affect every picture of a project, with one replica: behind a Varnish that is purged, and without one, in turns.
 *
 * @throws if Varnish answers with the state before a change that has returned.
 */
export async function measurePurges(
  { log, rounds }: Context,
  changesPerRound: number,
): Promise<Samples> {
  const port = await findFreePort()
  const settings = {
    CDN_PURGE: 'varnish',
    CDN_PURGE_URL: `http://127.0.0.1:${port}`,
    CDN_PURGE_TOKEN: token,
  }
  const measure = async (plain: Stack, cached: Stack): Promise<Samples> => {
    const url = await startCache(cached, port, log)
    await createReplicas(plain).grow(1)
    const [unpurged, purged] = [await createProject(plain), await createProject(cached)]
    log('changes that Varnish purges …')
    const samples = await inTurns(rounds * changesPerRound, {
      unpurged: () => msOf(unpurged.toggle),
      purged: () => msOf(purged.toggle),
    })
    for (const _ of [1, 2]) {
      await purged.check(url)
      await purged.toggle()
      await purged.check(url)
    }
    return samples
  }
  return withStack(log, (plain) => withStack(log, (cached) => measure(plain, cached), settings))
}

/** Starts Varnish before a replica of its own. @returns its address. */
async function startCache(stack: Stack, port: number, log: Context['log']): Promise<string> {
  const replicas = createReplicas(stack)
  await replicas.grow(1)
  const backend = Number(new URL(replicas.next()).port)
  const program = await findVarnish(log)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
  stack.addCleanup(() => rm(folder, { recursive: true, force: true }))
  const varnish = await startVarnish({ program, folder, port, backends: [backend], token })
  stack.addCleanup(() => varnish.stop())
  return `http://127.0.0.1:${port}`
}

/** A project whose originals become private and public alternately. */
async function createProject({ management }: Stack) {
  const admin = await createAdmin(management.url)
  const { id: projectId } = await admin.createProject('Purges')
  const { id } = await admin.upload(projectId, 'a.png', new Uint8Array(await png()))
  let isPublic = true
  return {
    toggle: async (): Promise<void> => {
      isPublic = !isPublic
      await admin.put(`/api/projects/${projectId}`, { originals: isPublic ? 'public' : 'signed' })
    },
    check: async (url: string): Promise<void> => {
      const response = await fetch(`${url}/api/v1/deliver/${projectId}/${id}`)
      await response.arrayBuffer()
      const expected = isPublic ? 200 : 403
      if (response.status === expected) return
      throw new Error(`Varnish answered ${response.status} where ${expected} is true`)
    },
  }
}
