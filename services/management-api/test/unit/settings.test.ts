import { loadConfig } from '@vitrine/config'
import t from '@vitrine/testing/t'
import { Config } from '../../src/config.js'

const least = {
  PUBLIC_URL: 'https://images.example',
  DATABASE_URL: 'postgresql://vitrine@localhost/vitrine',
  REDIS_URL: 'redis://localhost',
  S3_ENDPOINT: 'http://localhost:9000',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  OBJECT_SECRET: 'x'.repeat(32),
  JWT_SECRET: 'x'.repeat(32),
}

t.test('only settings without a safe default are required', async (t) => {
  t.match(loadConfig(Config, least), {
    ACCESS_TOKEN_SECONDS: 900,
    BCRYPT_COST: 12,
    MAX_UPLOAD_BYTES: 25 * 1024 * 1024,
    MAX_IMAGE_PIXELS: 100_000_000,
    S3_BUCKET: 'vitrine',
    CORS_ORIGINS: '',
  })
  for (const name of Object.keys(least)) {
    t.throws(() => loadConfig(Config, { ...least, [name]: undefined }), {
      message: new RegExp(`1 problem\\(s\\):\n  ${name} is missing`),
    })
  }
})

t.test('an unsafe or invalid setting is rejected by name', async (t) => {
  const table = {
    JWT_SECRET: 'x'.repeat(31),
    OBJECT_SECRET: `${'x'.repeat(32)},${'y'.repeat(31)}`,
    BCRYPT_COST: '9',
    ACCESS_TOKEN_SECONDS: '59',
    MAX_UPLOAD_BYTES: '0',
    MAX_IMAGE_PIXELS: 'many',
    PUBLIC_URL: 'https://images.example/',
    PORT: '65536',
    LOG_LEVEL: 'loud',
    BCRYPT_QUEUE: '0',
    LOGIN_FAILURES_PER_MINUTE: '0',
    TRUSTED_PROXIES: 'loopback, everyone',
  }
  for (const [name, value] of Object.entries(table)) {
    t.throws(() => loadConfig(Config, { ...least, [name]: value }), {
      message: new RegExp(`1 problem\\(s\\):\n  ${name} `),
    })
  }
})

t.test('JWT_SECRETS replaces JWT_SECRET', async (t) => {
  const { JWT_SECRET, ...others } = least
  const other = 'y'.repeat(32)
  const JWT_SECRETS = `k2:${other}, k1:${JWT_SECRET}`
  t.equal(loadConfig(Config, { ...others, JWT_SECRETS }).JWT_SECRETS, JWT_SECRETS)
  const refused: Record<string, RegExp> = {
    [JWT_SECRET]: /JWT_SECRETS must match/,
    'k1:short': /JWT_SECRETS must match/,
    [`:${other}`]: /JWT_SECRETS must match/,
    [`k 1:${other}`]: /JWT_SECRETS must match/,
    [`k1:${other},`]: /JWT_SECRETS must match/,
    [`k1:${other} ${other}`]: /JWT_SECRETS must match/,
    [`k1:${other},k1:${JWT_SECRET}`]: /JWT_SECRETS names two secrets alike/,
  }
  for (const [value, message] of Object.entries(refused)) {
    t.throws(() => loadConfig(Config, { ...others, JWT_SECRETS: value }), { message }, value)
    t.throws(() => loadConfig(Config, { ...others, JWT_SECRETS: value }), {
      message: /1 problem\(s\):\n {2}JWT_SECRETS (?!.*[xy]{4})/,
    })
  }
  t.throws(() => loadConfig(Config, { ...least, JWT_SECRETS }), { message: /are both set/ })
})
