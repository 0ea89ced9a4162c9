import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { orThrow } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { startProxy } from '../sdk/proxy.js'
import { outputs, prepareRecipes, recipes } from '../sdk/recipes.js'
import { startServices } from '../services.js'

const run = promisify(execFile)

const services = await startServices(t)
const proxy = await startProxy(t, services)
const account = await newAccount(proxy.url)
// Below this package, where the recipes find the SDK.
const folder = t.testdir()
const env = await prepareRecipes(folder, proxy.url, account)

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
