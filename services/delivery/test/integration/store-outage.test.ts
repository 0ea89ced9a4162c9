import { jpeg, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { deliver, isError } from '../requests.js'
import { linkToStore } from '../store-link.js'
import { createTenant } from '../tenant.js'

for (const [state, what] of [
  ['mute', 'a store that says nothing any more'],
  ['cut', 'a store that is away'],
] as const) {
  t.test(`${what} is a 503, is not called further, and is used again after recovery`, async (t) => {
    const link = await linkToStore(t)
    const app = await build(t, { S3_ENDPOINT: link.endpoint, STORE_TIMEOUT_MS: 1000 })
    const project = await (await createTenant(t)).addProject()
    const add = async () => project.addPicture(await jpeg())
    const [known, unknown] = [await add(), await add()]
    // On a busy machine the store may not respond for a second.
    await until(async () => (await deliver(app, known, 'w=20')).statusCode === 200)
    link.set(state)
    // Several failures in a row, or one silence.
    for (let i = 0; i < 5; i += 1) {
      isError(t, await deliver(app, unknown, 'w=20'), 503, 'STORE_UNAVAILABLE')
    }
    t.equal((await deliver(app, known, 'w=20')).statusCode, 200)

    const before = link.connections()
    const calls = 20
    for (let i = 0; i < calls; i += 1) {
      const query = i % 2 === 0 ? 'w=20' : ''
      isError(t, await deliver(app, unknown, query), 503, 'STORE_UNAVAILABLE')
    }
    const opened = link.connections() - before
    t.ok(opened < calls, `${opened} connections, which the probe opened`)

    link.set('open')
    await until(async () => (await deliver(app, unknown, 'w=20')).statusCode === 200)
  })
}
