import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BackendsEnv, deleteData, startBackends } from '@vitrine/local/backends'
import { orThrow } from '@vitrine/sdk'
import { signImageUrl } from '@vitrine/sdk/sign'
import { backends, jpeg } from '@vitrine/testing'
import { copyDatabase } from '@vitrine/testing/database-copies'
import t, { type Test } from '@vitrine/testing/t'
import { newAccount, send } from './account.js'
import { startServices } from './services.js'

const project = '/api/projects/{projectId}'
const program = fileURLToPath(import.meta.resolve('@vitrine/prisma/backup'))

/** An empty database, an empty bucket, and names of its own in the suites' Redis. */
async function newInstallation(t: Test): Promise<BackendsEnv> {
  const copy = await copyDatabase(backends().databaseUrl)
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-acceptance-'))
  const redis = new URL(backends().redisUrl)
  redis.searchParams.set('keyPrefix', `${new URL(copy.url).pathname.slice(1)}:`)
  const { PATH } = process.env
  const own = await startBackends({
    dataDir,
    env: { PATH, DATABASE_URL: copy.url, REDIS_URL: redis.href },
    log: () => undefined,
  })
  t.teardown(async () => {
    await own.stop()
    await deleteData(dataDir, () => undefined)
    await copy.drop()
  })
  const loginOf = (name: 'MANAGEMENT_DATABASE_URL' | 'DELIVERY_DATABASE_URL') => {
    const url = new URL(process.env[name] ?? '')
    url.pathname = new URL(copy.url).pathname
    return url.href
  }
  return {
    ...own.env,
    OBJECT_SECRET: 'the-secret-of-both-installations-of-this-test',
    MANAGEMENT_DATABASE_URL: loginOf('MANAGEMENT_DATABASE_URL'),
    DELIVERY_DATABASE_URL: loginOf('DELIVERY_DATABASE_URL'),
  }
}

const vitrine = (installation: BackendsEnv, ...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, ...installation },
  })

t.test(
  'what was published is delivered by a restored installation, and nothing that was revoked',
  async (t) => {
    const [first, second] = [await newInstallation(t), await newInstallation(t)]
    const before = await startServices(t, { settings: { ...first } })
    const { vitrine: admin, registration, projectId } = await newAccount(before.management.url)
    const params = { path: { projectId } }
    const original = await jpeg({ width: 1600, height: 1200 })
    const picture = await orThrow(send(admin, projectId, original, 'sea.jpg'))
    const widget = await orThrow(
      admin.POST(`${project}/widgets`, {
        params,
        body: { name: 'Hero', slug: 'hero', assetIds: [picture.id], layout: 'GRID' },
      }),
    )
    await orThrow(
      admin.PUT(`${project}/widgets/{widgetId}/publish`, {
        params: { path: { projectId, widgetId: widget.id } },
      }),
    )
    const newKey = (name: string) =>
      orThrow(admin.POST(`${project}/api-keys`, { params, body: { name } }))
    const [kept, revoked] = [await newKey('kept'), await newKey('revoked')]
    await admin.DELETE(`${project}/api-keys/{keyId}`, {
      params: { path: { projectId, keyId: revoked.id } },
    })
    const signing = await orThrow(admin.POST(`${project}/signing-keys`, { params, body: {} }))

    await orThrow(
      admin.PUT('/api/projects/{projectId}', { params, body: { transformations: 'signed' } }),
    )

    const vault = t.testdir()
    await vitrine(first, 'backup', '--to', vault)
    await vitrine(second, 'restore', '--from', vault)
    const after = await startServices(t, { settings: { ...second } })
    const [{ url: base }] = after.delivery
    const [{ url: formerBase }] = before.delivery

    const read = (url: string, key: string) =>
      fetch(`${url}/api/v1/widgets/hero`, { headers: { 'X-API-Key': key } })
    const shown = await read(base, kept.key)
    t.equal(shown.status, 200)
    const text = (await shown.text()).replaceAll(base, formerBase)
    t.equal(text, await (await read(formerBase, kept.key)).text())
    t.equal((await read(base, revoked.key)).status, 401)

    const path = `/api/v1/deliver/${projectId}/${picture.id}`
    const hashOf = async (url: string) => {
      const answer = await fetch(url)
      const bytes = Buffer.from(await answer.arrayBuffer())
      t.equal(answer.status, 200)
      return createHash('sha256').update(bytes).digest('hex')
    }
    t.equal(await hashOf(`${base}${path}`), await hashOf(`${formerBase}${path}`))
    const renditionOf = (origin: string) => `${origin}${path}?w=333&format=webp`
    t.equal((await fetch(renditionOf(base))).status, 403, 'renditions need a signature')
    const signedOn = (origin: string) => signImageUrl(renditionOf(origin), signing)
    t.equal(await hashOf(await signedOn(base)), await hashOf(await signedOn(formerBase)))
    t.notMatch(after.delivery[0].output(), 'is not the one that was stored', 'the copies are valid')

    const { email, password } = registration
    const session = await fetch(`${after.management.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    t.equal(session.status, 200, 'its people log in with their passwords')
  },
)
