import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noisePng } from '@vitrine/testing'
import type { Page } from 'playwright-core'
import type { ConsoleBench } from './console-bench.js'
import { openConsolePage } from './console-page.js'
import { limitUplink, sendPlainly } from './plain-loop.js'

const files = Number(process.env.VITRINE_UPLOAD_FILES ?? 1000)
/** A PNG of noise has about 3 MB. */
const size = { width: 1100, height: 900 }
/** Slower is a failure. */
const patiencePerFileMs = 10_000
const bars = { ratio: 1.15, againSeconds: 15, atOnce: 3 }

/** Many large files through a connection that is cut for every fifth, with a reload of the page and a restart of the service. */
export async function measureUploads(bench: ConsoleBench): Promise<void> {
  const { url, proxy, admin, report } = bench
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-uploads-'))
  try {
    const paths = await makePictures(folder)
    const plain = await sendInLoop(bench, bench.steadyUrl, paths)
    const plainCut = await sendInLoop(bench, bench.cutUrl, paths)
    const projectId = await project(bench, 'Console')
    const library = `${url}/console/p/${projectId}/library`
    const { context, page } = await openConsolePage(bench)
    await limitUplink(page)
    page.on('dialog', (dialog) => void dialog.accept())
    const send = async () => {
      await give(page, library, paths)
      while (proxy.uploads() < files / 2) await page.waitForTimeout(100)
      await give(page, library, paths)
      while (proxy.uploads() < (files * 3) / 4) await page.waitForTimeout(100)
      await bench.restartManagement()
      await allEnded(page)
    }
    const cut = await secondsOf(send)
    const before = proxy.uploads()
    const again = await secondsOf(async () => {
      await give(page, library, paths)
      await allKnown(page)
    })
    report.atMost(
      `${files} files, every fifth connection cut, a reload and a restart: time`,
      [cut / plain],
      '× plain',
      bars.ratio,
    )
    report.log(
      `${cut.toFixed(1)} s, ${(cut / plainCut).toFixed(2)} × the plain loop with such cuts`,
    )
    report.exactly(`${files} files: stored`, await stored(admin, projectId), files)
    report.atMost(`${files} files: at once`, [proxy.mostAtOnce()], 'uploads', bars.atOnce)
    report.atMost(`${files} files given again`, [again], 's', bars.againSeconds)
    report.exactly(`${files} files given again: sent`, proxy.uploads() - before, 0)
    await context.close()
  } finally {
    await rm(folder, { recursive: true })
  }
}

const allEnded = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: `Uploads: ${files} of ${files}` })
    .waitFor({ timeout: files * patiencePerFileMs })

/** The list of the page before says that all ended, so the numbers of the button prove nothing here. */
async function allKnown(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Uploads: / }).click()
  const known = page.getByText(`${files.toLocaleString('en')} files are in this project already`)
  await known.waitFor({ timeout: files * patiencePerFileMs })
}

/** By a plain loop in a page, three at once. @returns s */
async function sendInLoop(
  bench: ConsoleBench,
  address: string,
  paths: readonly string[],
): Promise<number> {
  const { admin, browser, report } = bench
  const projectId = await project(bench, 'Plain')
  const seconds = await secondsOf(() =>
    sendPlainly(browser, `${address}/api/projects/${projectId}/assets`, admin.accessToken, paths),
  )
  const cuts = address === bench.cutUrl ? 'every fifth connection cut' : 'no cuts'
  report.log(
    `a plain loop in a page, ${cuts}: ${await stored(admin, projectId)} stored in ${seconds.toFixed(1)} s`,
  )
  return seconds
}

const stored = async (admin: ConsoleBench['admin'], projectId: string): Promise<number> =>
  (await admin.get<{ totalElements: number }>(`/api/projects/${projectId}/assets?size=1`))
    .totalElements

const project = async ({ admin }: ConsoleBench, name: string): Promise<string> =>
  (await admin.createProject(name)).id

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** Each differs by a few bytes after its end, which decoders ignore. */
async function pictureOf(index: number): Promise<Uint8Array<ArrayBuffer>> {
  picture ??= noisePng(size)
  return new Uint8Array(Buffer.concat([await picture, Buffer.from(String(index))]))
}
let picture: Promise<Buffer> | undefined

async function makePictures(folder: string): Promise<string[]> {
  const paths: string[] = []
  for (let index = 0; index < files; index += 1) {
    const path = join(folder, `${index}.png`)
    await writeFile(path, await pictureOf(index))
    paths.push(path)
  }
  return paths
}

async function give(page: Page, address: string, paths: readonly string[]): Promise<void> {
  await page.goto(address)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await (await chooser).setFiles([...paths])
}
