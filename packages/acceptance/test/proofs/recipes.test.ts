import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { orThrow, upload } from '@vitrine/sdk'
import { freshName, jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { startProxy } from '../sdk/proxy.js'
import { startServices } from '../services.js'

/** The output of each recipe of the SDK's README. */
const outputs: RegExp[] = [
  /^Ann is in 1 organization$/,
  /^the project is Shop$/,
  /^(?:\d+ %\n)+uploaded dune.jpg, 600 × 400$/,
  /^(?:[ab]\.jpg is [-0-9a-f]{36}\n?){2}$/,
  /^published summer-\d+$/,
  /^described a.jpg\ndescribed b.jpg$/,
  /^there is such a folder \(request [-\w.]+\)\nname .+$/,
  /^GRID of 1 pictures$/,
  /^2 published$/,
  /^the session of [-0-9a-f]{36} is stored: true$/,
]

const readme = new URL('../../../sdk/README.md', import.meta.url)
const recipes = [...(await readFile(readme, 'utf8')).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, code = '']) => code,
)
const run = promisify(execFile)

const services = await startServices(t)
const proxy = await startProxy(t, services)
const account = await newAccount(proxy.url)
// Below this package, where the recipes find the SDK.
const folder = t.testdir()

const picture = async (width: number) => new Uint8Array(await jpeg({ width, height: 400 }))

async function prepare(): Promise<Record<string, string>> {
  const { vitrine, organizationId, projectId, registration } = account
  await writeFile(join(folder, 'dune.jpg'), await picture(600))
  await mkdir(join(folder, 'pictures'))
  await writeFile(join(folder, 'pictures/a.jpg'), await picture(300))
  await writeFile(join(folder, 'pictures/b.jpg'), await picture(200))
  const file = new Blob([await picture(100)])
  const asset = await upload(vitrine, { projectId, file, altText: 'A sea', filename: 'sea.jpg' })
  const slug = freshName('recipe')
  const params = { path: { projectId } }
  const { id: widgetId } = await orThrow(
    vitrine.POST('/api/projects/{projectId}/widgets', {
      params,
      body: { name: 'W', slug, layout: 'GRID', assetIds: [asset.id] },
    }),
  )
  await orThrow(
    vitrine.PUT('/api/projects/{projectId}/widgets/{widgetId}/publish', {
      params: { path: { projectId, widgetId } },
    }),
  )
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const role = 'OWNER'
  const { token } = await orThrow(
    vitrine.POST('/api/auth/tokens', {
      body: { name: 'R', organizationId, role, expiresAt, password: registration.password },
    }),
  )
  return {
    VITRINE_URL: proxy.url,
    VITRINE_PROJECT: projectId,
    VITRINE_TOKEN: token,
    VITRINE_EMAIL: registration.email,
    VITRINE_PASSWORD: registration.password,
    VITRINE_WIDGET: slug,
    HOME: folder,
  }
}

const env = await prepare()
await Promise.all(recipes.map((code, index) => writeFile(join(folder, `${index + 1}.ts`), code)))

t.test('the recipes of the README compile', async (t) => {
  const options = {
    extends: new URL('../../../../tsconfig.base.json', import.meta.url).pathname,
    compilerOptions: { noEmit: true, rootDir: '.', lib: ['es2023', 'dom', 'dom.iterable'] },
    include: ['*.ts'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const tsc = new URL('../../node_modules/.bin/tsc', import.meta.url).pathname
  const { stdout } = await run(tsc, ['-p', folder]).catch((error) => error)
  t.equal(stdout, '')
})

t.test('the recipes of the README do what they say, in their order', async (t) => {
  t.equal(recipes.length, outputs.length)
  for (const [index, output] of outputs.entries()) {
    const args = ['--import', 'tsx', `${index + 1}.ts`]
    const options = { cwd: folder, env: { ...process.env, ...env } }
    const { stdout, stderr } = await run(process.execPath, args, options).catch((error) => error)
    t.match(stdout.trim(), output, `recipe ${index + 1}: ${stderr}`)
  }
})

t.test('the upload of a folder can be repeated', async (t) => {
  const count = async () => {
    const { vitrine, projectId } = account
    const params = { path: { projectId } }
    return (await orThrow(vitrine.GET('/api/projects/{projectId}/assets', { params })))
      .totalElements
  }
  const before = await count()
  await run(process.execPath, ['--import', 'tsx', '4.ts'], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  t.equal(await count(), before)
})
