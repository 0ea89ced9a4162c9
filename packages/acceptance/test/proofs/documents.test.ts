import { execFile } from 'node:child_process'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { orThrow } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { newAccount } from '../account.js'
import { commandsOf, runQuickstart } from '../documents.js'
import { startProxy } from '../sdk/proxy.js'
import { startServices } from '../services.js'

/* The commands of the README and of the guide, as they stand, for an account in place of the demo's. */

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const readme = await commandsOf(new URL('../../../../README.md', import.meta.url))
const [, fiveCalls = '', oneCommand = ''] = readme
const guide = await commandsOf(
  new URL('../../../../services/management-api/GUIDE.md', import.meta.url),
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
  let page = ''
  const notes = await runQuickstart(script, options, async (address) => {
    page = await (await fetch(address)).text()
  })
  t.match(page, '<vitrine-widget', notes)
  const projects = await orThrow(
    account.vitrine.GET('/api/organizations/{orgId}/projects', {
      params: { path: { orgId: account.organizationId } },
    }),
  )
  t.ok(projects.content.some(({ counts }) => counts.published === 1))
})

/** What each block of the guide writes, in its order. */
const guideOutputs: readonly RegExp[] = [
  /^\{.*"name":"Summer".*\}$/,
  /^\{.*"state":"(?:RUNNING|DONE)".*\}$/,
  /^\{.*"version":2.*\}$/,
  /^\{.*"name":"CI".*"projectId":"[-0-9a-f]{36}","role":"EDITOR".*\}$/,
  /^\{.*"day":.*\}.*views,clicks,opens$/s,
]

t.test('the commands of the guide follow the five calls', async (t) => {
  t.equal(guide.length, guideOutputs.length)
  const block = '\necho "=== block"\n'
  const script = [fiveCalls, ...guide].join(block)
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['-euc', script.replace('mine-$(date +%s)', 'guide')],
    options,
  ).catch((error) => error)
  const [, ...outputs] = stdout.split('=== block\n')
  for (const [index, output] of guideOutputs.entries()) {
    t.match(outputs[index]?.trim() ?? '', output, `block ${index + 1}: ${stderr}`)
  }
})

t.test('every block of commands is run here, or by another suite', async (t) => {
  const names = await readdir(join(root, 'packages'))
  const documents = names.map((name) => new URL(`../../../${name}/README.md`, import.meta.url))
  const blocks = (await Promise.all(documents.map(commandsOf))).flat().concat(readme)
  const elsewhere = [
    /^npm start /, // Suites of infra/local start the stack.
    /^docker compose /m, // The proof "images" runs the containers.
    /npm run proofs/, // That is how this one runs.
    /^npm install .*@vitrine\/|^vitrine /, // See installed.test.ts.
  ]
  const others = blocks.filter((code) => ![fiveCalls, oneCommand].includes(code))
  t.same(
    others.filter((code) => !elsewhere.some((pattern) => pattern.test(code))),
    [],
  )
})
