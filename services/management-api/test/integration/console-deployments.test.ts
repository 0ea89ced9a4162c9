import { createHash, randomBytes } from 'node:crypto'
import { consoleBuildObject, createObjectChecksums } from '@vitrine/contracts'
import { createApp } from '@vitrine/http'
import type { ObjectStore } from '@vitrine/object-store'
import { objectSecret, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { ConsoleFile } from '../../src/console/build.js'
import { consoleRoutes } from '../../src/console/routes.js'
import { createStoredConsole } from '../../src/console/stored-console.js'
import { createConsoleStoring } from '../../src/console/storing.js'
import { build } from '../build.js'
import { openStore } from '../dependencies.js'

const store = openStore()
const script = 'text/javascript; charset=utf-8'
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const freshName = () => `assets/page-${randomBytes(6).toString('base64url')}.js`

function fileOf(path: string, text: string): ConsoleFile {
  const bytes = Buffer.from(text)
  return { path, type: script, bytes, compressed: null, etag: sha256Of(bytes).slice(0, 27) }
}

/** A build whose files no other build has. */
function newBuild() {
  const [path, other] = [freshName(), freshName()]
  const files = [
    fileOf('index.html', `<script src="/console/${path}"></script>`),
    fileOf(path, `// ${path}`),
    fileOf(other, `// ${other}`),
  ]
  return { hashed: [path, other], files: new Map(files.map((file) => [file.path, file])) }
}

type Parts = { secrets?: string[]; writeTo?: ObjectStore; readFrom?: Pick<ObjectStore, 'get'> }

/** A replica that serves this build of the console alone. */
async function start(t: Test, { files }: ReturnType<typeof newBuild>, parts: Parts = {}) {
  const { secrets = [objectSecret], writeTo = store, readFrom = store } = parts
  const checksums = createObjectChecksums(secrets)
  const [warnings, refused]: [unknown[], string[]] = [[], []]
  const warn = (error: unknown) => warnings.push(error)
  const storing = createConsoleStoring({ files, store: writeTo, checksums, warn })
  const app = createApp({ logLevel: 'silent' })
  const refuse = (object: string) => refused.push(object)
  const findStored = createStoredConsole({ store: readFrom, checksums, refuse })
  consoleRoutes(app, { files, findStored, publicUrl: 'http://vitrine.test' })
  t.teardown(async () => {
    storing.stop()
    await app.close()
  })
  await storing.start()
  return { get: (path: string) => app.inject(`/console/${path}`), warnings, refused }
}

/** Counts the objects that are written. */
function counting() {
  const written: string[] = []
  const signUpload: ObjectStore['signUpload'] = (key, seconds) => {
    written.push(key)
    return store.signUpload(key, seconds)
  }
  return { written, writeTo: { ...store, signUpload } }
}

const put = async (key: string, text: string, metadata: Record<string, string> = {}) => {
  const bytes = Buffer.from(text)
  const upload = await store.signUpload(key, 60)
  const sha256 = sha256Of(bytes)
  await upload({
    ...{ path: key, bytes, sizeBytes: bytes.length, contentType: script, sha256, metadata },
  })
}

t.test('replicas of an older and a newer build serve each other’s files', async (t) => {
  const [older, newer] = [newBuild(), newBuild()]
  const [first, second] = [await start(t, older), await start(t, newer)]
  for (const [replica, other] of [
    [first, newer],
    [second, older],
  ] as const) {
    for (const path of other.hashed) {
      const { statusCode, headers, body } = await replica.get(path)
      t.equal(statusCode, 200, path)
      t.equal(body, `${other.files.get(path)?.bytes}`)
      t.match(headers, {
        'content-type': script,
        'cache-control': 'public, max-age=31536000, immutable',
        etag: /^".+"$/,
      })
    }
  }
  const page = await second.get('p/x/library')
  t.equal(page.body, `${newer.files.get('index.html')?.bytes}`, 'the page is of the own build')
})

t.test('a build is stored once, and again under another secret', async (t) => {
  const build = newBuild()
  const [first, second, third] = [counting(), counting(), counting()]
  await start(t, build, first)
  t.equal(first.written.length, build.hashed.length + 1)
  t.match(first.written.at(-1), consoleBuildObject(''), 'that it is complete is stored last')
  await start(t, build, second)
  t.same(second.written, [])
  const secrets = ['another-secret-that-comes-in-its-place', objectSecret]
  await start(t, build, { ...third, secrets })
  t.equal(third.written.length, build.hashed.length + 1)
})

t.test('a start that was interrupted is completed by the next one', async (t) => {
  const build = newBuild()
  const broken: ObjectStore = {
    ...store,
    signUpload: async (key, seconds) => {
      if (key.endsWith(build.hashed[1] ?? '')) throw new Error('cut')
      return store.signUpload(key, seconds)
    },
  }
  // The timers of the replica do not keep the process alive.
  const alive = setInterval(() => undefined, 1000)
  t.teardown(() => clearInterval(alive))
  const { warnings } = await start(t, build, { writeTo: broken })
  t.equal(warnings.length, 1, 'the start goes on without the store')
  await start(t, build)
  const replica = await start(t, newBuild())
  for (const path of build.hashed) t.equal((await replica.get(path)).statusCode, 200)
})

t.test('an object that no replica has stored is not served', async (t) => {
  const build = newBuild()
  await start(t, build)
  const [replaced = '', original = ''] = build.hashed
  const signed = (await store.get(`console/${original}`))?.metadata ?? {}
  const added = freshName()
  const replica = await start(t, newBuild())
  for (const [path, metadata] of [
    [replaced, {}],
    [replaced, signed],
    [added, {}],
  ] as const) {
    await put(`console/${path}`, 'alert(1)', metadata)
    const { statusCode, body } = await replica.get(path)
    t.equal(statusCode, 404)
    t.notMatch(body, 'alert')
  }
  t.same(
    replica.refused,
    [replaced, replaced, added].map((path) => `console/${path}`),
  )
})

t.test('only names of hashed files are looked up', async (t) => {
  const asked: string[] = []
  const replica = await start(t, newBuild(), {
    readFrom: {
      get: async (key) => {
        asked.push(key)
        return null
      },
    },
  })
  for (const path of ['nothing.js', '..%2f..%2fprojects', 'x-AAAAAAAA.html', 'a%2fb.js'])
    t.equal((await replica.get(`assets/${path}`)).statusCode, 404, path)
  t.same(asked, [])
  const path = freshName()
  t.equal((await replica.get(path)).statusCode, 404)
  t.same(asked, [`console/${path}`])
})

t.test('look-ups are limited', async (t) => {
  const release: (() => void)[] = []
  const waiting = new Promise<void>((resolve) => release.push(resolve))
  const replica = await start(t, newBuild(), {
    readFrom: {
      get: async () => {
        await waiting
        return null
      },
    },
  })
  const statuses: number[] = []
  const asked = Array.from({ length: 60 }, async () =>
    statuses.push((await replica.get(freshName())).statusCode),
  )
  await until(() => statuses.length === 60 - 36)
  t.same([...new Set(statuses)], [503])
  for (const one of release) one()
  await Promise.all(asked)
  t.equal(statuses.filter((status) => status === 404).length, 36)
})

t.test('a complete service stores its build, and serves files of others', async (t) => {
  const older = newBuild()
  await start(t, older)
  const app = await build(t, {})
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  for (const path of older.hashed) {
    const response = await fetch(`${address}/console/${path}`)
    t.equal(response.status, 200)
    t.equal(await response.text(), `${older.files.get(path)?.bytes}`)
  }
  const html = await (await fetch(`${address}/console/`)).text()
  const [, own = ''] = /src="\/console\/(assets\/[^"]+)"/.exec(html) ?? []
  t.ok(await store.get(`console/${own}`), own)
})
