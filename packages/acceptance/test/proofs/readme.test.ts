import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { orThrow } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { newAccount } from '../account.js'
import { startProxy } from '../sdk/proxy.js'
import { startServices } from '../services.js'

/* The commands of the README's main job, as they stand, for an account in place of the demo's. */

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
const [, section = ''] = readme.split('## The main job in five calls\n')
const [fiveCalls = '', oneCommand = ''] = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
  ([, code]) => code,
)

const services = await startServices(t)
const proxy = await startProxy(t, services)
const account = await newAccount(proxy.url)

/** A directory that looks like the tree while `npm start` runs. */
async function prepare(): Promise<string> {
  const { vitrine, projectId, registration } = account
  const folder = t.testdir({ home: {} })
  const params = { path: { projectId } }
  const { key } = await orThrow(
    vitrine.POST('/api/projects/{projectId}/api-keys', { params, body: { name: 'Demo' } }),
  )
  const { email, password } = registration
  const demo = { projectId, apiKey: key, email, password }
  await mkdir(join(folder, '.vitrine'))
  await writeFile(join(folder, '.vitrine/stack.json'), JSON.stringify({ base: proxy.url, demo }))
  for (const name of ['infra', 'packages']) await symlink(join(root, name), join(folder, name))
  return folder
}

const folder = await prepare()
const home = join(folder, 'home')
const options = {
  cwd: folder,
  env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: join(home, 'config') },
}

t.test('the five calls do what the README says', async (t) => {
  const { stdout, stderr } = await promisify(execFile)('bash', ['-euc', fiveCalls], options)
  const answers = /^(\{.+\})(\{"widget".+\})(\{.+\})404\n$/.exec(stdout)
  t.ok(answers, `${stdout}\n${stderr}`)
  const [published, fetched, unpublished] = (answers ?? []).slice(1).map((text) => JSON.parse(text))
  t.equal(published.status, 'PUBLISHED')
  t.equal(fetched.widget.slug, published.slug)
  t.equal(fetched.assets.length, 1)
  t.equal(unpublished.status, 'DRAFT')
  const { format, width, height } = await sharp(join(folder, '.vitrine/small.webp')).metadata()
  t.same({ format, width, height }, { format: 'webp', width: 320, height: 200 })
})

t.test('the one command shows the pictures on a page', async (t) => {
  const settings = fiveCalls.slice(0, fiveCalls.indexOf('# 1'))
  const script = `shopt -s expand_aliases\n${settings}\n${oneCommand}`
  // A group of its own, which gets the Ctrl-C of a terminal.
  const child = spawn('bash', ['-euc', script], { ...options, detached: true })
  const exit = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(child.stderr)) {
    lines.push(line)
    const [, address] = /pictures are live at (\S+) until Ctrl-C/.exec(line) ?? []
    if (address === undefined) continue
    t.match(await (await fetch(address)).text(), '<vitrine-widget')
    process.kill(-Number(child.pid), 'SIGINT')
  }
  await exit
  const projects = await orThrow(
    account.vitrine.GET('/api/organizations/{orgId}/projects', {
      params: { path: { orgId: account.organizationId } },
    }),
  )
  t.ok(
    projects.content.some(({ counts }) => counts.published === 1),
    lines.join('\n'),
  )
})
