import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { listening } from '@vitrine/testing/listening'
import t from '@vitrine/testing/t'
import { readArguments, usageOf } from '../../preflight/command-line.mjs'
import { reachGivenBackends } from '../../preflight/given-backends.mjs'
import { checkPort } from '../../preflight/port.mjs'
import { checkWritable } from '../../preflight/writable.mjs'

const bootstrap = join(import.meta.dirname, '../../../bootstrap.mjs')

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bootstrap, ...args], {
    // Without npx on PATH nothing can be installed or built, so these errors precede both.
    env: { PATH: '/nonexistent', ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

t.test('errors are reported before anything is installed', async (t) => {
  const table: { args: string[]; env?: NodeJS.ProcessEnv; message: RegExp }[] = [
    { args: ['start', '--port', 'abc'], message: /^--port is "abc"; it takes a whole number/ },
    { args: ['start', '--frobnicate'], message: /^Unknown option '--frobnicate'; `npm start/ },
    { args: ['test', '--bad'], message: /^Unknown option '--bad'; `npm test -- --help`/ },
    { args: ['proofs', '--bad'], message: /^Unknown option '--bad'; `npm run proofs -- --help`/ },
    { args: ['nothing'], message: /^unknown task "nothing"; use:/ },
    {
      args: ['start', '--port', '0'],
      env: { DATABASE_URL: 'postgresql://user:secret@127.0.0.1:1/x' },
      message: /^DATABASE_URL names 127\.0\.0\.1:1, where nothing answers \(ECONNREFUSED\)/,
    },
    {
      args: ['start', '--port', '0'],
      env: { S3_ENDPOINT: 'http://127.0.0.1:1' },
      message: /^S3_ENDPOINT is set in the environment but S3_ACCESS_KEY is not/,
    },
  ]
  for (const { args, env, message } of table) {
    const { status, stdout, stderr } = run(args, env)
    t.match(stderr, message)
    t.notMatch(stderr, 'secret')
    t.equal(stdout, '')
    t.equal(status, 1)
  }
})

t.test('a folder without write access is named, with its owner', async (t) => {
  const root = t.testdir({ node_modules: {} })
  const { uid, gid } = statSync(root)
  const other = { uid: uid + 1, gids: [gid + 1] }
  t.throws(() => checkWritable(root, other), {
    message: `${root} belongs to user ${uid}, and user ${other.uid} may not write there. An earlier start by another user may have made it. Give the clone to one user (sudo chown -R ${other.uid} ${root}), or clone it again.`,
  })
  t.doesNotThrow(() => checkWritable(root, { uid: 0, gids: [0] }), 'root may')
  chmodSync(root, 0o777)
  chmodSync(join(root, 'node_modules'), 0o755)
  t.throws(() => checkWritable(root, other), {
    message: `${join(root, 'node_modules')} belongs to`,
  })
  chmodSync(join(root, 'node_modules'), 0o775)
  t.doesNotThrow(() => checkWritable(root, { ...other, gids: [gid] }), 'nor its group')
  t.doesNotThrow(() => checkWritable(root), 'nor its owner')
})

t.test('a port in use is reported as early', async (t) => {
  const port = await listening(t, createServer())
  // In a separate process, while this one keeps listening.
  const { stderr } = run(['start', '--port', String(port)])
  t.match(stderr, `port ${port} is in use by another program; choose another`)
})

t.test('every task has a help text', async (t) => {
  for (const task of ['start', 'test', 'proofs', 'bench', 'sbom'] as const) {
    t.equal(run([task, '--help']).stdout, usageOf(task))
  }
})

t.test('arguments get the defaults of their task', async (t) => {
  t.match(readArguments('proofs', ['--without', 'a', '--without', 'b', '--changed']).values, {
    seconds: '3',
    without: ['a', 'b'],
    nemesis: [],
    changed: 'HEAD',
  })
  t.same(readArguments('bench', ['warm', 'cold']).positionals, ['warm', 'cold'])
  t.throws(() => readArguments('sbom', ['extra']), { message: /'extra'/ })
})

t.test('every unreachable address is named', async (t) => {
  const port = await listening(t, createServer())
  const there = `redis://127.0.0.1:${port}`
  await reachGivenBackends({ REDIS_URL: there })
  // A Unix socket is left to the driver.
  await reachGivenBackends({ DATABASE_URL: 'postgresql://%2Fvar%2Frun/x' })
  await t.rejects(
    reachGivenBackends({ DATABASE_URL: 'postgres://127.0.0.1:1', REDIS_URL: 'redis://[::1]:1' }),
    { message: /^DATABASE_URL names 127.*\nREDIS_URL names \[::1\]:1, .* unset it/ },
  )
})

t.test('if the folder’s own stack uses the port, the error says so', async (t) => {
  const port = await listening(t, createServer())
  const folder = t.testdir({ other: {} })
  mkdirSync(`${folder}/own`)
  writeFileSync(`${folder}/own/lock`, JSON.stringify({ pid: process.pid }))
  await t.rejects(checkPort(port, `${folder}/own`), {
    message: new RegExp(`runs already \\(process ${process.pid}\\); stop it first`),
  })
  await t.rejects(checkPort(port, `${folder}/other`), { message: /in use by another program/ })
  await checkPort(0, folder)
})
