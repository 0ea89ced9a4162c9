import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launchChromium } from '@vitrine/local/browser'
import sharp from 'sharp'
import t from 'tap'
import { newAccount } from '../account.js'
import { startServices } from '../services.js'
import { type CommandLine, createCommandLine, linesOf, signIn, type Values } from './command.js'

const services = await startServices(t)
const { url } = services.management
const account = await newAccount(url)
const cli = createCommandLine(t, url)
await signIn(cli, account.registration)

const pictures = await mkdtemp(join(tmpdir(), 'vitrine-quickstart-'))
t.teardown(() => rm(pictures, { recursive: true }))
for (let n = 0; n < 4; n += 1) {
  const create = {
    width: 60,
    height: 40,
    channels: 3,
    background: { r: n * 60, g: 90, b: 9 },
  } as const
  await writeFile(join(pictures, `${n}.jpg`), await sharp({ create }).jpeg().toBuffer())
}

/** Runs a quickstart until its page is there, then `then`, and ends it by Ctrl-C. */
async function quickstart(
  { start }: CommandLine,
  args: readonly string[],
  then: (result: Values) => Promise<void>,
): Promise<number | null> {
  const child = start(['quickstart', pictures, '--no-open', '--json', ...args])
  child.stdin?.end()
  const exit = once(child, 'exit')
  if (child.stdout === null) throw new Error('No stdout.')
  for await (const line of createInterface(child.stdout)) {
    const [result] = linesOf(line)
    if (result) await then(result)
    child.kill('SIGINT')
  }
  const [code] = await exit
  return code as number | null
}

t.test('a quickstart ends with a page that shows the pictures', async (t) => {
  const browser = await launchChromium({ log: () => undefined })
  t.teardown(() => browser.close())
  let page = ''
  const name = ['--name', 'My <photos>', '--origin', 'https://shop.example']
  const code = await quickstart(cli, name, async (result) => {
    t.match(result, { slug: 'my-photos', key: /^pk_/, code: /<vitrine-widget/ })
    page = String(result.page)
    const tab = await browser.newPage()
    await tab.goto(page)
    await tab.waitForFunction(`(() => {
      const images = [...document.querySelector('vitrine-widget').shadowRoot?.querySelectorAll('img') ?? []]
      return images.length === 4 && images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
    })()`)
    t.equal(await tab.title(), 'My <photos>')
    t.match(await tab.locator('pre').textContent(), String(result.key))
  })
  t.equal(code, 0)
  await t.rejects(fetch(page), 'the page ends with the command')
})

t.test('again, the same project, pictures and widget are used', async (t) => {
  const before = await cli.json(['projects', 'list'])
  const code = await quickstart(cli, ['--name', 'My <photos>'], async ({ projectId }) => {
    const args = ['--project', String(projectId)]
    t.equal((await cli.json(['assets', 'list', ...args])).length, 4)
    t.match(await cli.json(['widgets', 'list', ...args]), [
      { slug: 'my-photos', status: 'PUBLISHED' },
    ])
    t.equal((await cli.json(['keys', 'list', ...args])).length, 2)
  })
  t.equal(code, 0)
  t.equal((await cli.json(['projects', 'list'])).length, before.length)
})

t.test('a directory without pictures changes nothing', async (t) => {
  const empty = await mkdtemp(join(tmpdir(), 'vitrine-empty-'))
  t.teardown(() => rm(empty, { recursive: true }))
  const outcome = await cli.run(['quickstart', empty])
  t.match(outcome, { code: 2, stderr: /There is no picture/ })
})
