import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { findChromium } from '@vitrine/local/chromium'
import { findFreePort } from '@vitrine/local/programs'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { createAdmin } from '../admin.js'
import { drawPhoto } from '../images/photo.js'
import { untilIdle } from '../processes.js'
import { type Context, inTurns } from '../rounds.js'
import { type AddCleanup, type Stack, withStack } from '../stack.js'
import type { Bar, Line } from '../table.js'

/** Bars of the largest paint, as a multiple of the time of a plain `<img>`. */
const forms = { script: 1.9, snippet: 1.1, iframe: undefined } as const
type Form = keyof typeof forms

/** What visitors of a page with a carousel load, and when they see its first picture. */
export async function embed(context: Context): Promise<Line[]> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const paints = await withStack(context.log, (stack) => measure(stack, url, context), {
    PUBLIC_URL: url,
  })
  return [...(await sizes()), ...paints]
}

type Manifest = Readonly<Record<string, { gzipBytes: number }>>

/** With gzip -9; 1 KB is 1000 bytes. The bars are what rounds to the figures of README. */
async function sizes(): Promise<Line[]> {
  const file = new URL(import.meta.resolve('@vitrine/embed/manifest.json'))
  const manifest: Manifest = JSON.parse(await readFile(file, 'utf8'))
  const size = (name: string, part: string, atMost: number): Line => {
    const { gzipBytes } = manifest[part] ?? {}
    if (gzipBytes === undefined) throw new Error(`the embed's manifest has no ${part}`)
    const bar: Bar = { of: 'figure', atMost }
    return { name, unit: 'KB', ours: [gzipBytes / 1000], bar }
  }
  return [
    size('size of the script', 'v1', 7.5),
    size('what a carousel adds', 'layouts/carousel', 3.5),
  ]
}

/**
 * The Largest Contentful Paint of a page with each form of embed code, as management-api returns it, beside that of a
 * page with a plain `<img>` of the same rendition: on an emulated phone on slow 4G, with an empty cache.
 *
 * @throws if the largest paint of a page is another picture.
 */
async function measure(stack: Stack, url: string, { log, rounds }: Context): Promise<Line[]> {
  const codes = await createWidget(stack.management.url)
  await stack.startDelivery({ PORT: new URL(url).port })
  const site = await startSite(stack.addCleanup)
  const browser = await launch(await findChromium(log))
  stack.addCleanup(() => browser.close())
  log('waiting until nothing is made ahead any more …')
  await untilIdle(stack.management.pid)
  const pages = {
    script: site.add(codes.script),
    snippet: site.add(codes.snippet),
    iframe: site.add(codes.iframe),
  }
  // Unthrottled loads first: they render everything, and show which rendition the embed requests.
  const shown = await largestPaint(browser, pages.snippet, { isSlow: false })
  const src = shown.url.replaceAll('&', '&amp;')
  const plain = site.add(`<img src="${src}" alt="Picture" width="480" height="320">`)
  for (const page of [pages.script, pages.iframe, plain]) {
    await largestPaint(browser, page, { isSlow: false })
  }
  const take = (page: string) => async () => {
    const paint = await largestPaint(browser, page, { isSlow: true })
    if (paint.url !== shown.url) throw new Error(`${page} shows ${paint.url}`)
    return paint.ms
  }
  log('measuring when the first picture is there …')
  const samples: Record<Form | 'plain', number[]> = await inTurns(rounds, {
    plain: take(plain),
    script: take(pages.script),
    snippet: take(pages.snippet),
    iframe: take(pages.iframe),
  })
  return Object.entries(forms).map(([form, atMost]): Line => {
    const line: Line = {
      name: `largest paint, ${form}`,
      unit: 'ms',
      ours: samples[form as Form],
      peer: { name: 'plain <img>', samples: samples.plain },
    }
    return atMost === undefined ? line : { ...line, bar: { of: 'ratio', atMost } }
  })
}

type Codes = Record<Form | 'iframeScript' | 'placeholder', string>

/** A published carousel of eight pictures. @returns its embed codes with their key filled in. */
async function createWidget(managementUrl: string): Promise<Record<Form, string>> {
  const admin = await createAdmin(managementUrl)
  const { id: projectId } = await admin.createProject('Embed')
  const project = `/api/projects/${projectId}`
  const size = { width: 1200, height: 800 }
  const assetIds: string[] = []
  for (let number = 1; number <= 8; number += 1) {
    const { pixels } = await drawPhoto(size.width, size.height, number)
    const picture = sharp(pixels, { raw: { ...size, channels: 3 } }).jpeg({ quality: 92 })
    const bytes = Uint8Array.from(await picture.toBuffer())
    assetIds.push((await admin.upload(projectId, `${number}.jpg`, bytes)).id)
  }
  const { key } = await admin.post<{ key: string }>(`${project}/api-keys`, { name: 'bench' })
  const config = { autoplay: true, autoplaySpeed: 60_000, aspectRatio: '3/2' }
  const fields = { name: 'Bench', slug: 'bench', layout: 'CAROUSEL', assetIds, config }
  const { id } = await admin.post<{ id: string }>(`${project}/widgets`, fields)
  await admin.put(`${project}/widgets/${id}/publish`)
  const codes = await admin.get<Codes>(`${project}/widgets/${id}/embed`)
  const paste = (code: string) => code.replaceAll(codes.placeholder, key)
  return {
    script: paste(codes.script),
    snippet: paste(codes.snippet),
    iframe: paste(`${codes.iframe}\n${codes.iframeScript}`),
  }
}

/** A site on an origin of its own. Its pages have the picture on the first screen, and some text. */
async function startSite(addCleanup: AddCleanup) {
  const pages: Buffer[] = []
  const server = createServer(({ url = '/' }, response) => {
    const page = pages[Number(url.slice(1))]
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }
    response.writeHead(page === undefined ? 404 : 200, headers).end(page ?? gzipSync(''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  addCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    /** @returns the URL of a new page with this code. */
    add: (code: string): string => {
      pages.push(gzipSync(documentOf(code)))
      return `http://127.0.0.1:${port}/${pages.length - 1}`
    },
  }
}

const text = '<p>One line of text, of a page that is about something else than its pictures.</p>'

const documentOf = (code: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pictures</title>
<style>body { margin: 0; font: 16px/1.5 sans-serif }
h1, p { margin: 0 0 16px }
img { display: block; width: 100%; height: auto }</style>
</head>
<body><main>
<h1>Pictures</h1>
${text}
<div>${code}</div>
${text.repeat(5)}
</main></body>
</html>
`

/** Signals are handled by the run itself, so that it can clean up. */
const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    // Playwright's default of 30 s is too short for a busy machine.
    timeout: 0,
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-background-networking', '--hide-scrollbars'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })

/**
 * Loads a page in a browser with an empty cache. The largest paint of a frame is its own, measured from the start of
 * the page's load.
 *
 * @returns the time of the paint, and the URL of its picture.
 * @throws if the largest paint is not a picture.
 */
async function largestPaint(browser: Browser, url: string, { isSlow }: { isSlow: boolean }) {
  const visitor = await browser.newContext({ viewport: { width: 412, height: 823 } })
  try {
    const page = await visitor.newPage()
    if (isSlow) await slowDown(page)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    const frame = page.frames().find((one) => one.parentFrame() !== null) ?? page.mainFrame()
    const [start, paint] = await Promise.all([page.evaluate(startOf), frame.evaluate(paintIn)])
    if (paint.url === '') throw new Error(`the largest thing of ${url} is no picture`)
    return { ms: paint.at - start, url: paint.url }
  } finally {
    await visitor.close()
  }
}

/** 1.6 Mbit/s, 150 ms, a quarter of this machine's speed. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

const startOf = () => performance.timeOrigin

/** The last entry is the largest; its time as Unix time, ms. */
const paintIn = () =>
  new Promise<{ at: number; url: string }>((resolve) => {
    const type = 'largest-contentful-paint'
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1) as PerformanceEntry & { url: string }
      resolve({ at: performance.timeOrigin + last.startTime, url: last.url })
    }).observe({ type, buffered: true })
  })
