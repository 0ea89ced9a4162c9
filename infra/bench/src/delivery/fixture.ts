import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, type SystemProgram } from '@vitrine/local/debian'
import { withCleanup } from '../cleanup.js'
import { untilRight } from '../load/get.js'
import { createWrk, type Wrk } from '../load/wrk.js'
import { type RunningImageServer, startImageServers } from '../peers/image-server.js'
import { startNodePeer } from '../peers/node-peer.js'
import type { Peer } from '../peers/peer.js'
import { type PlainSharp, startSharp } from '../peers/plain-sharp.js'
import { writeSources } from '../pictures/sources.js'
import { untilIdle } from '../processes/cpu-time.js'
import { type MemoryWatch, watchMemory } from '../processes/memory-watch.js'
import { createProcessTree, type ProcessTree } from '../processes/process-tree.js'
import { withStack } from '../with-stack.js'
import { createSampleProject, type SampleProject } from './sample-project.js'
import { createVariants, type Variant } from './variants.js'

type Log = (line: string) => void

export type Fixture = {
  log: Log
  /** Folder with the pictures, for ipx, and the files that rows write. */
  folder: string
  project: SampleProject
  delivery: Measured
  startDelivery: (settings: Readonly<Record<string, string>>) => Promise<Measured>
  storeUrl: string
  /** An additional replica, started on the first call. */
  secondDelivery: () => Promise<Measured>
  management: Measured
  ipx: Measured
  /** Other image servers that are installed, by name. */
  others: Readonly<Record<string, OtherServer>>
  /** Why each of the image servers that are left out is. */
  missing: Readonly<Record<string, string>>
  /** Memory use of each server since its start. */
  memory: { delivery: MemoryWatch; ipx: MemoryWatch }
  startIpx: () => Promise<Peer>
  sharp: PlainSharp
  wrk: Wrk
  nginx: SystemProgram
  /** Returns a new size on each call, so that no rendition is requested twice. */
  nextVariant: (picture: string) => Variant
}

/** A server and its processes, whose CPU time and memory are measured. */
export type Measured = { url: string; tree: ProcessTree }

type OtherServer = Measured & Pick<RunningImageServer, 'pathOf'>

const unlimited = {
  RATE_LIMIT_PER_KEY: '0',
  RATE_LIMIT_PER_ADDRESS: '0',
  RENDER_LIMIT_PER_ADDRESS: '0',
  EVENT_LIMIT_PER_KEY: '0',
  EVENT_LIMIT_PER_ADDRESS: '0',
}

/** Calls `use` with the fixture, then removes its processes and files, even after an error. */
export const withFixture = (log: Log, use: (fixture: Fixture) => Promise<void>): Promise<void> =>
  withCleanup(async (addCleanup) => {
    const wrk = createWrk(await findProgram({ name: 'wrk', packageName: 'wrk' }, log))
    const nginx = await findProgram({ name: 'nginx', packageName: 'nginx' }, log)
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
    addCleanup(() => rm(folder, { recursive: true, force: true }))
    const cache = join(folder, 'cache')
    await mkdir(cache)
    log('drawing a photo of 12 megapixels …')
    await writeSources(folder)

    await withStack(log, async (stack) => {
      const project = await createSampleProject(stack.management.url, folder)
      const startDelivery = async (settings: Readonly<Record<string, string>> = {}) => {
        const common = { ...unlimited, CACHE_DIRECTORY: cache }
        const service = await stack.startDelivery({ ...common, ...settings })
        await untilRight(project.widget(service.url))
        return measured(service)
      }
      let second: Promise<Measured> | undefined
      const startIpx = async () => {
        const peer = await startNodePeer('ipx', folder, folder)
        addCleanup(peer.stop)
        return peer
      }
      const sharp = startSharp()
      addCleanup(sharp.stop)
      const management = measured(stack.management)
      const delivery = await startDelivery()
      const ipx = measured(await startIpx())
      const { running, missing } = await startImageServers({
        folder,
        path: process.env.PATH,
        addCleanup,
      })
      const memory = { delivery: watchMemory(delivery.tree), ipx: watchMemory(ipx.tree) }
      for (const watch of Object.values(memory)) addCleanup(watch.stop)
      log('waiting until nothing is made ahead any more …')
      await untilIdle(management.tree)
      await use({
        log,
        folder,
        project,
        delivery,
        startDelivery,
        storeUrl: stack.storeUrl,
        management,
        ipx,
        others: othersOf(running),
        missing,
        memory,
        startIpx,
        sharp,
        wrk,
        nginx,
        nextVariant: createVariants(),
        secondDelivery: () => {
          second ??= startDelivery()
          return second
        },
      })
    })
  })

const othersOf = (running: Readonly<Record<string, RunningImageServer>>) =>
  Object.fromEntries(
    Object.entries(running).map(([name, server]) => [
      name,
      { ...measured(server), pathOf: server.pathOf },
    ]),
  )

const measured = ({ url, pid }: { url: string; pid: number }): Measured => ({
  url,
  tree: createProcessTree(pid),
})
