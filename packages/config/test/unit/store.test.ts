import t from '@vitrine/testing/t'
import Type from 'typebox'
import { type ConfigError, loadConfig, withRules } from '../../src/load.js'
import { objectSecretsOf, optionsOf, properties, rules } from '../../src/store.js'

const Schema = withRules(Type.Object(properties), rules)
const keys = { S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' }
const secret = 'x'.repeat(32)
const load = (env: Record<string, string>) =>
  loadConfig(Schema, { S3_ENDPOINT: 'http://localhost:9000', OBJECT_SECRET: secret, ...env })

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    load(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

t.test('an endpoint is any http address, also of IPv6 and below a path', async (t) => {
  for (const S3_ENDPOINT of [
    'http://localhost:9000',
    'https://s3.example/',
    'http://[::1]:8110',
    'https://project.example/storage/v1/s3',
  ]) {
    t.same(problemsOf({ ...keys, S3_ENDPOINT }), [], S3_ENDPOINT)
  }
})

t.test(
  'an endpoint that cannot be right is refused by a sentence, without its value',
  async (t) => {
    const table: [endpoint: string, problem: RegExp][] = [
      ['localhost:9000', /^S3_ENDPOINT is not an address: /],
      ['http://[::1', /^S3_ENDPOINT is not an address: /],
      ['http://host:99999', /^S3_ENDPOINT is not an address: /],
      ['ftp://host', /^S3_ENDPOINT is not an address: /],
      ['http://user:pass@host', /^S3_ENDPOINT holds a user name or a password; the keys belong/],
      ['http://host/?a=b', /^S3_ENDPOINT has a query or a fragment: /],
    ]
    for (const [S3_ENDPOINT, problem] of table) {
      const problems = problemsOf({ ...keys, S3_ENDPOINT })
      t.equal(problems.length, 1, S3_ENDPOINT)
      t.match(problems[0], problem)
      t.notMatch(problems[0], /user:pass|99999/)
    }
  },
)

t.test('of the keys both are set, or neither', async (t) => {
  t.match(optionsOf(load(keys)), { accessKey: 'key', secretKey: 'secret', addressing: 'path' })
  t.notHas(optionsOf(load({})), 'accessKey')
  t.match(optionsOf(load({ ...keys, S3_SESSION_TOKEN: 'token' })), { sessionToken: 'token' })
  t.match(problemsOf({ S3_ACCESS_KEY: 'key' }), [/^S3_SECRET_KEY is missing: set both/])
  t.match(problemsOf({ S3_SECRET_KEY: 'secret' }), [/^S3_ACCESS_KEY is missing: set both/])
  t.match(problemsOf({ S3_SESSION_TOKEN: 'token' }), [/^S3_SESSION_TOKEN needs the keys/])
})

t.test('of the secrets that sign objects each is long enough, and the first signs', async (t) => {
  const other = 'y'.repeat(40)
  const lists = { [secret]: [secret], [` ${other} , ${secret}`]: [other, secret] }
  for (const [OBJECT_SECRET, list] of Object.entries(lists)) {
    t.same(objectSecretsOf(load({ ...keys, OBJECT_SECRET })), list)
  }
  for (const OBJECT_SECRET of ['x'.repeat(31), `${secret},`, `${secret},short`, `,${secret}`]) {
    const [problem] = problemsOf({ ...keys, OBJECT_SECRET })
    t.match(problem, /^OBJECT_SECRET .*at least 32 characters, the same on every instance of both/)
    t.notMatch(problem, 'xxx')
  }
  t.match(problemsOf({ ...keys, OBJECT_SECRET: '' }), [
    /^OBJECT_SECRET is missing: secret that signs the renditions/,
  ])
})

t.test('a bucket stands in a host name only where that can work', async (t) => {
  const virtual = { ...keys, S3_ADDRESSING: 'virtual', S3_ENDPOINT: 'https://s3.example' }
  t.equal(optionsOf(load(virtual)).addressing, 'virtual')
  for (const S3_ENDPOINT of ['http://127.0.0.1:9000', 'http://[::1]:9000']) {
    t.match(problemsOf({ ...virtual, S3_ENDPOINT }), [/^S3_ADDRESSING must be path/])
  }
  t.match(problemsOf({ ...virtual, S3_BUCKET: 'a.bucket' }), [/^S3_ADDRESSING must be path/])
  t.match(problemsOf({ ...virtual, S3_ADDRESSING: 'host' }), [/^S3_ADDRESSING /])
})

t.test('everything that is wrong with the store is said at once', async (t) => {
  t.match(
    problemsOf({
      S3_ENDPOINT: 'here',
      S3_ACCESS_KEY: 'key',
      S3_BUCKET: 'X',
      STORE_TIMEOUT_MS: '1',
    }),
    [/^S3_ENDPOINT /, /^S3_BUCKET /, /^STORE_TIMEOUT_MS /, /^S3_SECRET_KEY is missing/],
  )
})
