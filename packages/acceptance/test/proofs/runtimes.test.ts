import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { orThrow } from '@vitrine/sdk'
import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { newAccount, outdated } from '../account.js'
import { firstAnswers, startProxy } from '../sdk/proxy.js'
import { findBun, findDeno, type Runtime } from '../sdk/runtimes.js'
import { startServices } from '../services.js'

/** Logs in, refreshes, uploads, reads a list, meets an error, keeps the session in a file. */
const program = `
import { readFile } from 'node:fs/promises'
import { createClient, createSession, logIn, orThrow, pages, upload, VitrineError } from '@vitrine/sdk'
import { fileStore } from '@vitrine/sdk/node'

const [baseUrl, projectId, email, password, picture, sessions] = process.argv.slice(2)
const session = createSession(fileStore(sessions))
const vitrine = createClient({ baseUrl, session })
const print = (what, value) => console.log(JSON.stringify([what, value]))
const params = { path: { projectId } }

await logIn(vitrine, { email, password })
const { refreshToken } = await session.tokens()
await session.start({ accessToken: '${outdated}', refreshToken })
const answers = await Promise.all(Array.from({ length: 20 }, () => vitrine.GET('/api/auth/me')))
print('statuses', [...new Set(answers.map(({ response }) => response.status))])

const file = new Blob([await readFile(picture)])
const progress = []
const onProgress = ({ loaded, total }) => progress.push(loaded / total)
const asset = await upload(vitrine, { projectId, file, filename: 'a.jpg', tags: ['sea'], onProgress })
print('asset', [asset.filename, asset.width, asset.tags, progress.at(-1)])

for (const name of ['A', 'B', 'C', 'D', 'E']) {
  await orThrow(vitrine.POST('/api/projects/{projectId}/folders', { params, body: { name } }))
}
const query = { size: 2, sort: 'name,asc' }
const names = []
for await (const { name } of pages(vitrine, '/api/projects/{projectId}/folders', { params: { ...params, query } })) {
  names.push(name)
}
print('folders', names)

const again = vitrine.POST('/api/projects/{projectId}/folders', { params, body: { name: 'A' } })
const error = await orThrow(again).catch((caught) => caught)
print('error', [error instanceof VitrineError, error.status, error.code])

const signal = AbortSignal.abort(new Error('stopped'))
print('aborted', await upload(vitrine, { projectId, file, signal }).catch(({ message }) => message))
`

const expected = [
  ['statuses', [200]],
  ['asset', ['a.jpg', 300, ['sea'], 1]],
  ['folders', ['A', 'B', 'C', 'D', 'E']],
  ['error', [true, 409, 'FOLDER_NAME_TAKEN']],
  ['aborted', 'stopped'],
]

const services = await startServices(t)
// Below this package, where the program finds the SDK.
const folder = t.testdir({ 'program.mjs': program })
await writeFile(join(folder, 'a.jpg'), await jpeg({ width: 300, height: 200 }))
const node = { name: 'node', binary: process.execPath, args: [] }
const runtimes: Record<string, () => Promise<Runtime>> = {
  node: async () => node,
  bun: findBun,
  deno: () => findDeno(['net=127.0.0.1', 'read', `write=${folder}`]),
}

for (const [name, find] of Object.entries(runtimes)) {
  t.test(`the main calls work in ${name}, also when answers are lost`, async (t) => {
    const { binary, args } = await find()
    const cuts = [
      firstAnswers(1, /refresh$/),
      firstAnswers(1, /POST .*\/assets$/),
      firstAnswers(2, /POST .*\/folders$/),
    ]
    const proxy = await startProxy(t, services, { cuts: (call) => cuts.some((cut) => cut(call)) })
    const { vitrine, projectId, registration } = await newAccount(proxy.url)
    const { email, password } = registration
    const sessions = join(folder, `session-${name}.json`)
    const own = [proxy.url, projectId, email, password, join(folder, 'a.jpg'), sessions]
    const { stdout, stderr } = await promisify(execFile)(
      binary,
      [...args, join(folder, 'program.mjs'), ...own],
      { cwd: folder },
    ).catch((error) => error)
    const lines = String(stdout).trim().split('\n')
    t.same(
      lines.filter((line) => line !== '').map((line) => JSON.parse(line)),
      expected,
      stderr,
    )
    t.equal(
      proxy.calls.filter((call) => /refresh$/.test(call)).length,
      2,
      'one refresh, one repetition',
    )
    const params = { path: { projectId } }
    const list = await orThrow(vitrine.GET('/api/projects/{projectId}/assets', { params }))
    t.equal(list.totalElements, 1)
  })
}
