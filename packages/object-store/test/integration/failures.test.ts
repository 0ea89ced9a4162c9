import { EventEmitter, once } from 'node:events'
import https from 'node:https'
import { AppError } from '@vitrine/contracts/errors'
import { backends } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import type { StoreFailure } from '../../src/failures/failure.js'
import { createObjectStore, type ObjectStoreOptions } from '../../src/object-store.js'
import { answering, errorBody, response } from '../answering.js'
import { selfSigned } from '../certificate.js'

/** A store, and the problems that it reports. */
function open(over: Partial<ObjectStoreOptions>) {
  const told: string[] = []
  const store = createObjectStore({
    ...backends().s3,
    timeoutMs: 15_000,
    onFailure: ({ kind, code }: StoreFailure, action) => told.push(`${action}: ${kind} ${code}`),
    onRecovery: ({ code }) => told.push(`over: ${code}`),
    ...over,
  })
  return { store, told }
}

/** A server that answers every call in the same way. */
async function always(t: Test, status: string, body: string) {
  const { endpoint } = await answering(t, ({ socket, head }) => {
    const sent = head.startsWith('HEAD ') ? '' : body
    socket.end(response(status, sent, 'Connection: close\r\n'))
  })
  return { endpoint }
}

const overTls = (t: Test): Promise<number> =>
  listening(
    t,
    https.createServer(selfSigned, (_, answer) => answer.end()),
  )

type Case = {
  what: string
  over: (t: Test) => Promise<Partial<ObjectStoreOptions>> | Partial<ObjectStoreOptions>
  code: RegExp
  kind: 'misconfigured' | 'unreachable'
  setting: RegExp
}

const { port } = new URL(backends().s3.endpoint)

const answers: readonly [code: string, status: string, setting: RegExp][] = [
  ['SignatureDoesNotMatch', '403 Forbidden', /S3_SECRET_KEY/],
  ['AccessDenied', '403 Forbidden', /S3_ACCESS_KEY/],
  ['AuthorizationHeaderMalformed', '400 Bad Request', /S3_REGION/],
  ['PermanentRedirect', '301 Moved Permanently', /S3_ENDPOINT and S3_REGION/],
  ['RequestTimeTooSkewed', '403 Forbidden', /clock/],
  ['ExpiredToken', '400 Bad Request', /S3_SESSION_TOKEN/],
]

const cases: readonly Case[] = [
  {
    what: 'a bucket that does not exist',
    over: () => ({ bucket: 'no-such-bucket' }),
    code: /^NoSuchBucket$/,
    kind: 'misconfigured',
    setting: /S3_BUCKET/,
  },
  {
    what: 'an unknown access key',
    over: () => ({ accessKey: 'unknown' }),
    code: /^(InvalidAccessKeyId|XAdminUserNotFound)$/,
    kind: 'misconfigured',
    setting: /S3_ACCESS_KEY/,
  },
  ...answers.map(
    ([code, status, setting]): Case => ({
      what: `the answer ${code}`,
      over: (t) => always(t, status, errorBody(code)),
      code: new RegExp(`^${code}$`),
      kind: 'misconfigured',
      setting,
    }),
  ),
  {
    what: 'a server that is not an S3 store, or expects TLS',
    over: (t) => always(t, '400 Bad Request', 'Client sent an HTTP request to an HTTPS server.'),
    code: /^NotAnS3Answer$/,
    kind: 'misconfigured',
    setting: /https:.*S3_ENDPOINT/,
  },
  {
    what: 'https to a port for http',
    over: () => ({ endpoint: `https://127.0.0.1:${port}` }),
    code: /^(ERR_SSL_|EPROTO)/,
    kind: 'misconfigured',
    setting: /http:.*S3_ENDPOINT/,
  },
  {
    what: 'http to a port for https',
    over: async (t) => ({ endpoint: `http://127.0.0.1:${await overTls(t)}` }),
    code: /^ECONNRESET$/,
    kind: 'unreachable',
    setting: /S3_ENDPOINT.*https:/,
  },
  {
    what: 'an untrusted certificate',
    over: async (t) => ({ endpoint: `https://localhost:${await overTls(t)}` }),
    code: /SELF_SIGNED/,
    kind: 'misconfigured',
    setting: /NODE_EXTRA_CA_CERTS/,
  },
  {
    what: 'an unknown host name',
    over: () => ({ endpoint: 'http://no-such-host.invalid' }),
    code: /^(ENOTFOUND|EAI_AGAIN)$/,
    kind: 'unreachable',
    setting: /S3_ENDPOINT/,
  },
  {
    what: 'a port where nothing listens',
    over: () => ({ endpoint: 'http://127.0.0.1:1' }),
    code: /^ECONNREFUSED$/,
    kind: 'unreachable',
    setting: /S3_ENDPOINT/,
  },
]

for (const { what, over, code, kind, setting } of cases) {
  t.test(`${what} is reported once`, async (t) => {
    const settings = await over(t)
    const { store, told } = open(settings)
    for (let i = 0; i < 3; i += 1) {
      const error = (await store.ping().catch((error: unknown) => error)) as AppError
      t.type(error, AppError)
      const [said, named] = /^(\w+): (\S+)\. /.exec(error.message)?.slice(1) ?? []
      t.equal(said, kind)
      t.match(named, code)
      t.match(error.message, setting)
      t.notMatch(error.message, /127\.0\.0\.1|localhost|invalid\b|no-such|unknown/)
    }
    t.equal(told.length, 1, told.join())
    t.match(told[0], new RegExp(`^check: ${kind} `))
  })
}

t.test('callers learn the cause, without details of the configuration', async (t) => {
  const wrong = open({ bucket: 'no-such-bucket' })
  await t.rejects(wrong.store.read('key'), {
    code: 'STORE_MISCONFIGURED',
    message:
      'The object store is misconfigured. The operator of this service has to correct its settings.',
    retryAfterSeconds: 60,
  })
  const away = open({ endpoint: 'http://127.0.0.1:1' })
  await t.rejects(away.store.read('key'), {
    code: 'STORE_UNAVAILABLE',
    message: 'The object store is out of reach. Try again.',
    retryAfterSeconds: 1,
  })
})

t.test(
  'calls continue while the store rejects them, and its recovery is reported once',
  async (t) => {
    let refusal = 'InvalidAccessKeyId'
    const { endpoint, requests } = await answering(t, ({ socket }) => {
      const answer =
        refusal === ''
          ? response('200 OK', 'bytes', 'Connection: close\r\n')
          : response('403 Forbidden', errorBody(refusal), 'Connection: close\r\n')
      socket.end(answer)
    })
    const { store, told } = open({ endpoint })
    for (let i = 0; i < 20; i += 1) await t.rejects(store.read('key'))
    t.equal(requests(), 20, 'no call is skipped')
    refusal = 'SignatureDoesNotMatch'
    await t.rejects(store.read('key'))
    refusal = ''
    for (let i = 0; i < 3; i += 1) t.equal(String(await store.read('key')), 'bytes')
    t.same(told, [
      'read: misconfigured InvalidAccessKeyId',
      'read: misconfigured SignatureDoesNotMatch',
      'over: SignatureDoesNotMatch',
    ])
  },
)

t.test('problems and recoveries are reported without requests', async (t) => {
  let isThere = false
  const { endpoint } = await answering(t, ({ socket, head }) => {
    const refusal = head.startsWith('HEAD ') ? '' : errorBody('NoSuchBucket')
    const answer = isThere ? response('200 OK') : response('404 Not Found', refusal)
    socket.end(answer)
  })
  const events = new EventEmitter()
  const [begun, over] = [once(events, 'begun'), once(events, 'over')]
  const { store } = open({
    endpoint,
    watchEveryMs: 1,
    onFailure: ({ code }) => events.emit('begun', code),
    onRecovery: ({ code }) => events.emit('over', code),
  })
  // The watch does not keep a process alive.
  const awake = setInterval(() => undefined, 1000)
  t.teardown(() => clearInterval(awake))
  store.watch.start()
  t.teardown(store.watch.stop)
  t.same(await begun, ['NoSuchBucket'])
  isThere = true
  t.same(await over, ['NoSuchBucket'])
})

t.test('success of one kind of call does not end the rejection of another kind', async (t) => {
  const { endpoint } = await answering(t, ({ socket, head }) => {
    const answer = head.startsWith('POST ')
      ? response('403 Forbidden', errorBody('AccessDenied'), 'Connection: close\r\n')
      : response('200 OK', 'bytes', 'Connection: close\r\n')
    socket.end(answer)
  })
  const { store, told } = open({ endpoint })
  for (let i = 0; i < 3; i += 1) {
    await t.rejects(store.remove(['key']), { code: 'STORE_MISCONFIGURED' })
    await store.read('key')
  }
  t.same(told, ['remove: misconfigured AccessDenied'])
})
