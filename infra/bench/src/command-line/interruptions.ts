import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '@vitrine/local/programs'
import { type CuttingProxy, startCuttingProxy } from '@vitrine/testing/cutting-proxy'
import { type Admin, createAdmin } from '../admin.js'
import type { Report } from '../report/bars.js'
import type { Stack } from '../with-stack.js'
import { type CommandLine, signIn } from './command-line.js'
import { makePictures } from './pictures.js'

/**
 * An upload of many files through a connection that is cut for every fifth, with one kill -9 of the command line after
 * a sixth of them, and one restart of the service in the second run, after half. A third run sends nothing.
 */
export async function measureInterruptions(
  stack: Stack,
  folder: string,
  { files, report }: { files: number; report: Report },
): Promise<void> {
  const port = await findFreePort()
  const start = () => stack.startManagement({ PORT: String(port) })
  let management = await start()
  const restart = async () => {
    await management.stop()
    management = await start()
  }
  const proxy = await startCuttingProxy({ port })
  try {
    const admin = await createAdmin(management.url)
    const home = join(folder, 'home')
    await mkdir(home)
    const cli = await signIn(home, proxy.url, admin.account)
    const pictures = await makePictures(join(folder, 'many'), files, 'png of noise, 3 MB')
    await upload({ cli, proxy, pictures, restart, files, report })
    await countStored(admin, files, report)
  } finally {
    proxy.close()
  }
}

async function upload(given: {
  cli: CommandLine
  proxy: CuttingProxy
  pictures: string
  restart: () => Promise<void>
  files: number
  report: Report
}): Promise<void> {
  const { cli, proxy, pictures, restart, files, report } = given
  const args = ['upload', pictures, '-r', '--dedupe']
  const startMs = performance.now()
  const killed = await cli.during(args, Math.ceil(files / 6), (child) => child.kill('SIGKILL'))
  if (killed !== null) throw new Error(`the command line ended with ${killed} before it was killed`)
  const code = await cli.during(args, Math.ceil(files / 2), restart)
  if (code !== 0) throw new Error(`the second run ended with ${code}`)
  const seconds = (performance.now() - startMs) / 1000
  const sent = proxy.uploads()
  report.log(`${files} files of 3 MB: ${seconds.toFixed(1)} s, ${sent} uploads begun`)
  await cli.toEnd(args)
  report.exactly('sent by another run', proxy.uploads() - sent, 0)
}

type Page<Item> = { content: Item[]; totalElements: number }

async function countStored(admin: Admin, files: number, report: Report): Promise<void> {
  const path = `/api/organizations/${admin.organizationId}/projects`
  const { content } = await admin.get<Page<{ id: string }>>(path)
  const [project, ...others] = content
  if (project === undefined || others.length > 0) throw new Error('there is not one project')
  const total = async (query: string) =>
    (await admin.get<Page<unknown>>(`/api/projects/${project.id}/assets?size=1${query}`))
      .totalElements
  report.exactly('stored', await total(''), files)
  report.exactly('doubles', await total('&duplicates=true'), 0)
}
