import { jpeg, until, untilReady } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, createProject, createWidget, register } from '../client.js'
import { isError } from '../error-answer.js'
import { ownRedisUrl } from '../events.js'

const wrong: [
  what: string,
  settings: { S3_BUCKET?: string; S3_ACCESS_KEY?: string },
  code: string,
][] = [
  ['a bucket that does not exist', { S3_BUCKET: 'no-such-bucket' }, 'NoSuchBucket'],
  [
    'a key that the store does not know',
    { S3_ACCESS_KEY: 'unknown-key' },
    // The second is versitygw's.
    '(InvalidAccessKeyId|XAdminUserNotFound)',
  ],
]

for (const [what, settings, code] of wrong) {
  t.test(`with ${what} the service reports the problem and handles all other calls`, async (t) => {
    const lines: string[] = []
    const app = await build(
      t,
      // Otherwise it learns that others reach their store, and is not ready.
      { ...settings, LOG_LEVEL: 'info', REDIS_URL: ownRedisUrl(8) },
      { write: (line) => lines.push(line) },
    )
    const named = () => lines.filter((line) => line.includes('the object store is misconfigured'))
    await until(async () => named().length > 0)
    // The first to ask: the check, or the files of the console.
    t.match(JSON.parse(named()[0] ?? ''), {
      level: 50,
      code: new RegExp(`^${code}$`),
      doing: /^(check|read)$/,
    })

    const ready = await untilReady(() => app.inject('/readyz'))
    t.match(ready.json(), {
      checks: { store: 'down' },
      reasons: { store: new RegExp(`^misconfigured: ${code}\\. `) },
    })
    t.notMatch(ready.body, /no-such-bucket|unknown-key/)

    const owner = await register(app)
    const project = await createProject(owner)
    const client = createClient(app, owner.token)
    const file = { name: 'file', filename: 'photo.jpg', content: await jpeg() }
    for (let i = 0; i < 2; i += 1) {
      const response = await client.postParts(`/api/projects/${project.id}/assets`, [file])
      isError(t, response, 503, 'STORE_MISCONFIGURED')
      t.match(response.headers['retry-after'], /^[1-9]\d*$/)
      t.notMatch(response.body, /no-such-bucket|unknown-key|Try again/)
    }
    const widget = await createWidget(client, project.id)
    const publish = `/api/projects/${project.id}/widgets/${widget.id}/publish`
    t.equal((await client.put(publish)).statusCode, 200)
    t.equal(named().length, 1, 'it was logged once')
    const ofRequests = lines.filter(
      (line) => JSON.parse(line).reqId && JSON.parse(line).level >= 40,
    )
    t.same(ofRequests, [], 'not with each request')
  })
}
