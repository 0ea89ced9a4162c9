import t from 'tap'
import { catalogue } from '../../src/stores/catalogue.js'
import { chooseStores } from '../../src/stores/choose.js'
import { givenStore } from '../../src/stores/given.js'

const env = {
  S3_ENDPOINT: 'https://s3.example.test/',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  S3_BUCKET: 'bucket',
}

t.test('the environment names a store, which is never killed', async (t) => {
  t.match(givenStore(env), {
    name: 's3.example.test',
    settings: { ...env, S3_ENDPOINT: 'https://s3.example.test', S3_REGION: 'us-east-1' },
    control: null,
  })
  t.equal(givenStore({ ...env, S3_REGION: 'eu' })?.settings.S3_REGION, 'eu')
  t.equal(givenStore({}), null)
})

t.test('missing settings other than the address are named', async (t) => {
  const { S3_ENDPOINT, S3_ACCESS_KEY } = env
  t.throws(() => givenStore({ S3_ENDPOINT, S3_ACCESS_KEY }), {
    message: 'S3_ENDPOINT is set in the environment; set S3_SECRET_KEY, S3_BUCKET too',
  })
  t.throws(() => givenStore({ ...env, S3_ENDPOINT: 's3.example.test' }), {
    message: /^S3_ENDPOINT must be an address such as https:/,
  })
})

t.test('without an address and without Go one sentence says what to do', async (t) => {
  await t.rejects(
    chooseStores({ PATH: t.testdir({}) }, ['minio'], () => undefined),
    { message: /name one by S3_ENDPOINT, .* or install Go \(https:\/\/go\.dev\/dl\)/ },
  )
})

t.test('stores are pinned to a version, and listen on loopback', async (t) => {
  for (const program of catalogue) {
    t.match(program.package, /@v\d+\.\d+\.\d+/, program.name)
    const args = program.args({ port: 4711, dataFolder: '/data' })
    t.ok(args.includes('127.0.0.1:4711') && args.includes('/data'), program.name)
  }
})
