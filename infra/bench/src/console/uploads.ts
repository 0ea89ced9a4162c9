import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noisePng } from '@vitrine/testing'
import type { Page } from 'playwright-core'
import type { ConsoleBench } from './console-bench.js'
import { openConsolePage } from './console-page.js'

const files = Number(process.env.VITRINE_UPLOAD_FILES ?? 1000)
/** A PNG of noise has about 3 MB. */
const size = { width: 1100, height: 900 }
/** 50 Mbit/s. */
const uplinkBytesPerSecond = 6_250_000
/** Slower is a failure. */
const patiencePerFileMs = 10_000
const bars = { ratio: 1.15, againSeconds: 15, atOnce: 3 }

/** Many large files through a connection that is cut for every fifth, with a reload of the page and a restart of the service. */
export async function measureUploads(bench: ConsoleBench): Promise<void> {
  const { url, proxy, admin, report } = bench
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-uploads-'))
  try {
    const paths = await makePictures(folder)
    const plain = await sendPlainly(bench, await project(bench, 'Plain'), paths)
    report.log(`${files} files by a plain loop in a page, three at once: ${plain.toFixed(1)} s`)
    const projectId = await project(bench, 'Cut')
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
    const { totalElements } = await admin.get<{ totalElements: number }>(
      `/api/projects/${projectId}/assets?size=1`,
    )
    report.atMost(
      `${files} files, every fifth connection cut, a reload and a restart: time`,
      [cut / plain],
      '× plain',
      bars.ratio,
    )
    report.exactly(`${files} files: stored`, totalElements, files)
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

/** Without a limit, the browser and the services compete for the processor of one machine. */
async function limitUplink(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1 },
    uploadThroughput: uplinkBytesPerSecond,
  })
}

/**
 * The same files from a page with nothing but a loop: no cuts, no hashes, no list.
 *
 * @returns s
 */
async function sendPlainly(
  { browser, steadyUrl, admin }: ConsoleBench,
  projectId: string,
  paths: readonly string[],
): Promise<number> {
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  await limitUplink(page)
  await page.goto(`${steadyUrl}/healthz`)
  await page.setContent('<input type="file" multiple>')
  await page.locator('input').setInputFiles([...paths])
  const seconds = await secondsOf(() => page.evaluate(plainLoop(projectId, admin.accessToken)))
  await context.close()
  return seconds
}

const plainLoop = (projectId: string, accessToken: string): string => `(async () => {
  const files = [...document.querySelector('input').files]
  const sendSome = async () => {
    for (let file = files.shift(); file !== undefined; file = files.shift()) {
      const body = new FormData()
      body.set('file', file)
      const answer = await fetch('/api/projects/${projectId}/assets', {
        method: 'POST',
        headers: { authorization: 'Bearer ${accessToken}' },
        body,
      })
      if (!answer.ok) throw new Error(await answer.text())
    }
  }
  await Promise.all([sendSome(), sendSome(), sendSome()])
})()`

async function give(page: Page, address: string, paths: readonly string[]): Promise<void> {
  await page.goto(address)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await (await chooser).setFiles([...paths])
}
