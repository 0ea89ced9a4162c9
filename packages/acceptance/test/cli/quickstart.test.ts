import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launchChromium } from '@vitrine/local/browser'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { newAccount } from '../account.js'
import { startProxy } from '../sdk/proxy.js'
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

let firstKey = ''

/** Runs a quickstart until its page is there, then `then`, and ends it by Ctrl-C. */
async function quickstart(
  { start }: CommandLine,
  args: readonly string[],
  then: (result: Values) => Promise<void>,
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<number | null> {
  const child = start(['quickstart', pictures, '--no-open', '--json', ...args])
  onStart(child)
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
    page = String(result.page)
    t.match(result, {
      ...{ slug: 'my-photos', pictures: 4, key: /^pk_/, code: /<vitrine-widget/ },
      ...{ permissions: 'READ', allowedOrigins: ['https://shop.example', page.slice(0, -1)] },
    })
    firstKey = String(result.key)
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

t.test('again, the same project, pictures, widget and key are used, and edits stay', async (t) => {
  const before = await cli.json(['projects', 'list'])
  const { id: projectId } = before.find(({ name }) => name === 'My <photos>') ?? {}
  const args = ['--project', String(projectId)]
  const [widget = {}] = await cli.json(['widgets', 'list', ...args])
  const reversed = [...(widget.assetIds as string[])].reverse()
  const order = reversed.flatMap((id) => ['--asset-ids', id])
  const edit = ['widgets', 'edit', String(widget.id), ...order, '--name', 'Ours']
  await cli.json([...edit, '--layout', 'MASONRY', ...args])
  const again = ['--name', 'My <photos>', '--origin', 'https://blog.example']
  const code = await quickstart(cli, again, async ({ key, allowedOrigins }) => {
    t.equal(key, firstKey)
    t.match(allowedOrigins, ['https://shop.example', /127\.0\.0\.1/, 'https://blog.example'])
    t.equal((await cli.json(['assets', 'list', ...args])).length, 4)
    t.match(await cli.json(['widgets', 'list', ...args]), [
      { name: 'Ours', layout: 'MASONRY', status: 'PUBLISHED', assetIds: reversed },
    ])
    t.match(await cli.json(['keys', 'list', ...args]), [{ allowedOrigins }])
  })
  t.equal(code, 0)
  t.equal((await cli.json(['projects', 'list'])).length, before.length)
})

t.test('a key that was revoked, or permits something else, is not used again', async (t) => {
  const name = ['--name', 'My <photos>']
  let next = ''
  await quickstart(cli, [...name, '--permissions', 'READ_WRITE'], async (result) => {
    t.match(result, { permissions: 'READ_WRITE' })
    next = String(result.key)
    t.not(next, firstKey)
    const args = ['--project', String(result.projectId)]
    await cli.run(['keys', 'revoke', String(result.keyId), ...args])
  })
  await quickstart(cli, [...name, '--permissions', 'READ_WRITE'], async ({ key }) => {
    t.match(key, /^pk_/)
    t.not(key, next)
  })
})

t.test('killed before it has the key, it makes no second one', async (t) => {
  let child: ChildProcess | undefined
  const isKey = (call: string) => /^POST .*api-keys$/.test(call)
  const proxy = await startProxy(t, services, {
    cuts: (call) => isKey(call) && child?.kill(9) === true,
  })
  const own = createCommandLine(t, proxy.url)
  await signIn(own, account.registration)
  const name = ['--name', 'Killed']
  const killed = await quickstart(
    own,
    name,
    async () => {
      t.fail('it was killed')
    },
    (one) => {
      child = one
    },
  )
  t.equal(killed, null)
  child = undefined
  const code = await quickstart(own, name, async ({ projectId }) => {
    t.equal((await cli.json(['keys', 'list', '--project', String(projectId)])).length, 1)
  })
  t.equal(code, 0)
  t.equal(proxy.calls.filter(isKey).length, 2)
})

t.test('for people, the code is alone on stdout', async (t) => {
  const child = cli.start(['quickstart', pictures, '--no-open', '--name', 'People'])
  child.stdin?.end()
  let notes = ''
  child.stderr?.on('data', (chunk) => {
    notes += chunk
  })
  const exit = once(child, 'exit')
  let code = ''
  child.stdout?.on('data', (chunk) => {
    code += chunk
    child.kill('SIGINT')
  })
  await exit
  t.match(code, /^<.*<vitrine-widget.*>\n+$/s)
  t.match(notes, /^project id +\S+$/m)
  t.match(notes, /^key +pk_/m)
  const wrong = await cli.run(['quickstart', pictures, '--origin', 'shop.example'])
  t.match(wrong, { code: 2, stderr: /must be an origin/ })
})

t.test('a directory without pictures changes nothing', async (t) => {
  const empty = await mkdtemp(join(tmpdir(), 'vitrine-empty-'))
  t.teardown(() => rm(empty, { recursive: true }))
  const outcome = await cli.run(['quickstart', empty])
  t.match(outcome, { code: 2, stderr: /There is no picture/ })
})
