import type { Browser, Page } from 'playwright-core'

/** 50 Mbit/s. */
const uplinkBytesPerSecond = 6_250_000

/** Without a limit, the browser and the services compete for the processor of one machine. */
export async function limitUplink(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1 },
    uploadThroughput: uplinkBytesPerSecond,
  })
}

/**
 * Uploads files from a page with nothing but a loop: no hashes and no list. A call without an answer is repeated at once.
 *
 * @param uploads the address that uploads are posted to.
 */
export async function sendPlainly(
  browser: Browser,
  uploads: string,
  accessToken: string,
  paths: readonly string[],
): Promise<void> {
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  await limitUplink(page)
  await page.goto(new URL('/healthz', uploads).href)
  await page.setContent('<input type="file" multiple>')
  await page.locator('input').setInputFiles([...paths])
  await page.evaluate(plainLoop(uploads, accessToken))
  await context.close()
}

const plainLoop = (uploads: string, accessToken: string): string => `(async () => {
  const files = [...document.querySelector('input').files]
  const send = async (file) => {
    const body = new FormData()
    body.set('file', file)
    const headers = { authorization: 'Bearer ${accessToken}' }
    const answer = await fetch('${uploads}', { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const sendSome = async () => {
    for (let file = files.shift(); file !== undefined; file = files.shift()) {
      await send(file).catch((error) => {
        if (!(error instanceof TypeError)) throw error
        files.unshift(file)
      })
    }
  }
  await Promise.all([sendSome(), sendSome(), sendSome()])
})()`
