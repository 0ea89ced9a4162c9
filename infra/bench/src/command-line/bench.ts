import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReport } from '../report/bars.js'
import { withStack } from '../with-stack.js'
import { measureHelp } from './help.js'
import { measureInterruptions } from './interruptions.js'
import { measureQuickstart } from './quickstart.js'

type Log = (line: string) => void

/** The command line: its start, a quickstart, and an interrupted upload of many large files. */
export async function benchCommandLine(log: Log, files: number): Promise<void> {
  const report = createReport(log)
  await measureHelp(report)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-cli-'))
  try {
    await withStack(log, async (stack) => {
      await stack.startDelivery()
      await measureQuickstart(stack, folder, report)
      await measureInterruptions(stack, folder, { files, report })
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
