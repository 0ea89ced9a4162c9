// Needs a process of its own: it counts all replicas that use the database.

import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { orThrow, pages, type Vitrine } from '@vitrine/sdk'
import t, { type Test } from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { startServices } from '../services.js'
import { createCommandLine, linesOf, signIn } from './command.js'
import { type Front, startFront } from './front.js'

/** Both services behind a front, with an account that is signed in. */
async function start(t: Test, settings: (url: string) => Record<string, string>) {
  const front = await startFront(t)
  const { management, delivery } = await startServices(t, {
    settings: { PUBLIC_URL: front.url, ...settings(front.url) },
  })
  Object.assign(front, { management: management.url, delivery: delivery[0].url })
  const account = await newAccount(front.url)
  const cli = createCommandLine(t, front.url)
  await signIn(cli, account.registration)
  return { front, cli, account, delivery: delivery[0] }
}

/** The names of what a project has. */
async function contentOf({ vitrine, projectId }: { vitrine: Vitrine; projectId: string }) {
  const params = { path: { projectId } }
  const names: string[] = []
  for await (const { filename } of pages(vitrine, '/api/projects/{projectId}/assets', { params }))
    names.push(filename)
  for await (const { slug } of pages(vitrine, '/api/projects/{projectId}/widgets', { params }))
    names.push(slug)
  const keys = await orThrow(vitrine.GET('/api/projects/{projectId}/api-keys', { params }))
  return [...names, ...keys.map(({ name }) => name)]
}

t.test('without a purge', async (t) => {
  const { front, cli, account, delivery } = await start(t, () => ({}))
  t.afterEach(async () => {
    front.reset()
    t.same(await contentOf(account), [], 'nothing is left')
  })

  t.test('all is well with a healthy stack', async (t) => {
    t.match(await cli.run(['doctor']), {
      code: 0,
      stdout: /^ok {5} Live on 1 of 1 replica\.\n.*^ok {5} Refused by 1 of 1 replica\.\n$/ms,
      stderr: '',
    })
    const findings = await cli.json(['doctor'])
    t.same([...new Set(findings.map(({ isOk }) => isOk))], [true])
    const checks = ['management-api', 'delivery', 'clock', 'replicas', 'widget', 'picture']
    t.same(
      findings.map(({ check }) => check),
      [...checks, 'cache', 'errors', 'refused'],
    )
  })

  const faults: [what: string, fault: Partial<Front>, check: string, message: RegExp][] = [
    [
      'a cache that nobody purges',
      { isCache: true },
      ...(['refused', /still shows a deleted picture, and may keep it up to a year/] as const),
    ],
    ['a cache that keeps errors', { keepsErrors: true }, 'errors', /it answered 404 again/],
    ['no tags', { dropsTags: true }, 'tags', /neither Cache-Tag nor Surrogate-Key/],
    ['a clock', { aheadMs: 3_600_000 }, 'clock', /management-api is \d+ s ahead, that of delivery/],
    ['a router', { delivery: 'management' }, 'delivery', /answered 404, and not as delivery does/],
  ]
  for (const [what, fault, check, message] of faults) {
    t.test(`it names ${what}, and what to do`, async (t) => {
      const { delivery } = front
      const misroutes = fault.delivery !== undefined
      Object.assign(front, fault, misroutes && { delivery: front.management })
      const { code, stdout, stderr } = await cli.run(['doctor', '--json'])
      Object.assign(front, { delivery })
      const wrong = linesOf(stdout).find((finding) => finding.check === check)
      t.match({ code, wrong }, { code: 1, wrong: { isOk: false, message, remedy: /\w/ } }, stdout)
      t.match(stderr, /error: \d of \d+ checks failed\./)
    })
  }

  t.test('a cache that names itself is known before it keeps anything', async (t) => {
    front.namesItself = true
    const first = await cli.run(['doctor'])
    t.match(first, { code: 1, stdout: /^wrong {2} A CDN stands in front that is not purged/m })
    const second = await cli.run(['doctor'])
    t.match(second.stdout, /^wrong {2} delivery, purge: A cache in front sends requests with cdn-/m)
  })

  t.test('what was made is removed after an interruption', async (t) => {
    const child = cli.start(['doctor'])
    front.onRequest = (path) => {
      // A second Ctrl-C ends the process at once.
      if (!child.killed && path.startsWith('/api/v1/widgets/')) child.kill('SIGINT')
    }
    child.stdin?.end()
    const [[code], stderr] = await Promise.all([
      once(child, 'exit'),
      child.stderr ? text(child.stderr) : '',
    ])
    t.match({ code, stderr }, { code: 130, stderr: /Interrupted/ })
  })

  t.test('a stopped delivery', async (t) => {
    await delivery.stop()
    t.match(await cli.run(['doctor']), {
      code: 1,
      stdout: /^wrong {2} delivery does not answer: .*\/api\/v1\/readyz answers 502\.\n +Start/m,
    })
  })
})

t.test('with a purge', async (t) => {
  const { front, cli } = await start(t, (url) => ({
    CDN_PURGE: 'http',
    CDN_PURGE_URL: `${url}/purge`,
    CDN_PURGE_TOKEN: 'secret',
  }))
  front.isCache = true

  t.test('it is refused by the cache, too', async (t) => {
    const outcome = await cli.run(['doctor'])
    t.match(outcome, { code: 0, stderr: '' }, outcome.stdout)
    t.match(outcome.stdout, /^ok {5} Live on 1 of 1 replica and purged from the CDN in \d+ ms\.$/m)
    t.match(outcome.stdout, /^ok {5} A cache in front keeps it \(/m)
    t.match(outcome.stdout, /^ok {5} Refused by 1 of 1 replica and by your CDN\.$/m)
  })

  t.test('a purge that is confirmed and not done', async (t) => {
    front.ignoresPurges = true
    t.match(await cli.run(['doctor']), {
      code: 1,
      stdout: /^wrong {2} The CDN has confirmed the purge and still shows a deleted picture/m,
    })
  })
})
