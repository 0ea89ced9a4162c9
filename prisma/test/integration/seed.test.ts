import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { catalogue } from '../../src/seed/pictures/catalogue.js'
import { seedDemo } from '../../src/seed/seed.js'
import { refusal, startStandIn } from './stand-in.js'

/** The catalogue's names with a byte or two each: what is seeded does not depend on the pixels. */
const pictures = catalogue.map((picture) => ({
  ...picture,
  render: async () => Buffer.from(picture.filename),
}))

async function prepare(t: Test) {
  const standIn = await startStandIn(t)
  const demoFile = join(t.testdir(), 'state', 'demo.json')
  const waits: number[] = []
  const run = () =>
    seedDemo({
      baseUrl: standIn.baseUrl,
      demoFile,
      pictures,
      wait: async (milliseconds) => waits.push(milliseconds),
    })
  return { standIn, state: standIn.state, demoFile, waits, run }
}

t.test('a first run makes the whole demo and keeps it in a file of its owner', async (t) => {
  const { state, demoFile, run } = await prepare(t)
  const demo = await run()

  t.same(JSON.parse(await readFile(demoFile, 'utf8')), demo)
  t.equal((await stat(demoFile)).mode & 0o777, 0o600)
  t.equal(demo.email, 'demo@vitrine.example')
  t.equal(demo.projectId, state.projects[0]?.id)
  t.same(
    demo.assets.map(({ filename }) => filename),
    catalogue.map(({ filename }) => filename),
  )
  t.equal(state.assets.length, catalogue.length)
  for (const { filename, altText, tags, contentType } of catalogue) {
    const asset = state.assets.find((one) => one.filename === filename)
    t.match(asset, { altText, tags, contentType }, filename)
  }
  t.equal(state.widgets.length, 6)
  t.ok(state.widgets.every(({ status }) => status === 'PUBLISHED'))
  t.same(new Set(demo.slugs), new Set(state.widgets.map(({ slug }) => slug)))
  t.same(state.keys, [demo.apiKey])
})

t.test('a second run finds everything and changes nothing', async (t) => {
  const { state, run } = await prepare(t)
  const first = await run()
  state.writes.length = 0
  t.same(await run(), first)
  t.same(state.writes, ['POST /api/auth/login'])
})

t.test('a run that broke off at any call is completed by the next', async (t) => {
  const complete = await prepare(t)
  await complete.run()
  const calls = complete.state.writes.length

  for (let breaksAt = 0; breaksAt < calls; breaksAt++) {
    const { standIn, state, run } = await prepare(t)
    standIn.intercept = () =>
      state.writes.length > breaksAt ? refusal(500, 'Out of order') : undefined
    await t.rejects(run(), { message: /was answered 500: Out of order/ })
    standIn.intercept = () => undefined
    const demo = await run()
    t.equal(state.assets.length, catalogue.length, `assets after ${breaksAt} calls`)
    t.ok(state.assets.every(({ altText }) => altText !== null))
    t.equal(state.widgets.length, 6, `widgets after ${breaksAt} calls`)
    t.ok(state.widgets.every(({ status }) => status === 'PUBLISHED'))
    t.ok(state.keys.includes(demo.apiKey))
  }
})

t.test('a key that was revoked is replaced, one that works is kept', async (t) => {
  const { state, run } = await prepare(t)
  const first = await run()
  state.keys.length = 0
  const second = await run()
  t.not(second.apiKey, first.apiKey)
  t.equal((await run()).apiKey, second.apiKey)
})

t.test('an emptied database gets the demo again, with the same password', async (t) => {
  const { standIn, run } = await prepare(t)
  const first = await run()
  const { accounts, ...lists } = standIn.state
  accounts.clear()
  for (const list of Object.values(lists)) list.length = 0
  const second = await run()
  t.equal(second.password, first.password)
  t.not(second.projectId, first.projectId)
})

t.test('a lost demo file beside an existing account asks for a reset', async (t) => {
  const { state, run } = await prepare(t)
  state.accounts.set('demo@vitrine.example', { password: 'another' })
  await t.rejects(run(), {
    message:
      'the account demo@vitrine.example exists, but its password is not the one in the demo file; run "npm start -- --reset" to begin anew',
  })
})

t.test('a demo file that is not one is refused with its path', async (t) => {
  const { demoFile, run } = await prepare(t)
  await run()
  for (const content of ['{', 'null', '{"email": "a@b.example"}']) {
    await writeFile(demoFile, content)
    await t.rejects(run(), { message: new RegExp(`^${demoFile} does not hold a demo's email`) })
  }
})

t.test('a refusal is reported with the call, the status and the message', async (t) => {
  const { standIn, run } = await prepare(t)
  standIn.intercept = ({ path }) =>
    path.endsWith('/projects') ? refusal(403, 'Your role is too low') : undefined
  await t.rejects(run(), {
    message: 'POST /api/organizations/organization/projects was answered 403: Your role is too low',
  })
})

t.test('a busy server is asked again after the time that it names', async (t) => {
  const { standIn, waits, run } = await prepare(t)
  let answers = 0
  standIn.intercept = ({ path }) => {
    if (!path.endsWith('/publish') || answers++ >= 2) return undefined
    return { ...refusal(503, 'Busy'), headers: { 'retry-after': '3' } }
  }
  await run()
  t.same(waits, [3000, 3000])
})

t.test('a server that is not there is named', async (t) => {
  const demoFile = join(t.testdir(), 'demo.json')
  await t.rejects(seedDemo({ baseUrl: 'http://127.0.0.1:1', demoFile, pictures }), {
    message: /^POST \/api\/auth\/login: no answer from http:\/\/127\.0\.0\.1:1 \(.+\)$/,
  })
})
