import { launchChromium } from '@vitrine/local/browser'
import { openRouter, type Upstreams } from '@vitrine/local/router'
import { startCuttingProxy } from '@vitrine/testing/cutting-proxy'
import { createAdmin } from '../admin.js'
import { withCleanup } from '../cleanup.js'
import { describeMachine, formatMachine } from '../machine.js'
import { createReport } from '../report/bars.js'
import { withStack } from '../with-stack.js'
import type { ConsoleBench } from './console-bench.js'
import { measureEditor } from './editor.js'
import { measureKills } from './kills.js'
import { measureLibrary } from './library.js'
import { measureLoads } from './loads.js'
import { measureProof } from './proof.js'
import { measureUploads } from './uploads.js'

const rows = {
  loads: measureLoads,
  library: measureLibrary,
  editor: measureEditor,
  proof: measureProof,
  kills: measureKills,
  uploads: measureUploads,
} satisfies Record<string, (bench: ConsoleBench) => Promise<void>>

export type ConsoleRow = keyof typeof rows
export const consoleRows = Object.keys(rows) as ConsoleRow[]

/** The console in a browser: the bytes that it loads, its speed with a large library, and whether it loses anything. */
export async function benchConsole(
  log: (line: string) => void,
  wanted: readonly ConsoleRow[],
): Promise<void> {
  await withCleanup(async (addCleanup) => {
    let upstreams: Upstreams = { 'management-api': [], delivery: [] }
    const router = await openRouter(() => upstreams)
    addCleanup(router.close)
    const proxied = Number(new URL(router.url).port)
    const proxy = await startCuttingProxy({ port: proxied })
    addCleanup(async () => proxy.close())
    const steady = await startCuttingProxy({ port: proxied }, { cuts: false })
    addCleanup(async () => steady.close())
    const otherCuts = await startCuttingProxy({ port: proxied })
    addCleanup(async () => otherCuts.close())
    const url = `http://localhost:${proxy.port}`
    const shared = {
      ...{ PUBLIC_URL: url, TRUSTED_PROXIES: 'loopback' },
      // The longest row asks for its result with the token of its beginning.
      ACCESS_TOKEN_SECONDS: '86400',
    }
    await withStack(
      log,
      async (stack) => {
        const delivery = await stack.startDelivery()
        let { management } = stack
        const connect = () => {
          upstreams = {
            'management-api': [{ name: 'management-api', url: management.url }],
            delivery: [{ name: 'delivery', url: delivery.url }],
          }
        }
        connect()
        const restartManagement = async () => {
          await management.stop()
          management = await stack.startManagement()
          connect()
        }
        const browser = await launchChromium({ log })
        addCleanup(() => browser.close())
        const report = createReport(log)
        log(formatMachine(describeMachine()))
        for (const name of wanted.length === 0 ? consoleRows : wanted) {
          const admin = await createAdmin(router.url)
          const addresses = { url, steadyUrl: steady.url, cutUrl: otherCuts.url }
          await rows[name]({
            ...addresses,
            proxy,
            browser,
            admin,
            stack,
            restartManagement,
            report,
          })
        }
        log(formatMachine(describeMachine()))
      },
      shared,
    )
  })
}
