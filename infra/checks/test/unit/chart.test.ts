import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { storedDocument } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import Ajv from 'ajv'
import {
  chart,
  currentReadme,
  currentSchema,
  overlay,
  pathsOf,
  readValues,
  type Service,
  settingsOf,
  type Values,
} from '../fixtures/chart.js'
import { read, root } from '../fixtures/workspace.js'

const values = await readValues('values.yaml')
const variants = await readdir(join(root, chart, 'ci'))
const schema = await currentSchema()
const validate = new Ajv.default({ strict: false, allErrors: true }).compile(schema as object)

const problemsOf = (over: Values): string[] => {
  validate(overlay(values, over))
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath}: ${message} ${params.additionalProperty ?? ''}`,
  )
}

t.test('values.schema.json lists the settings of both services', async (t) => {
  const generated = `${JSON.stringify(schema, null, 2)}\n`
  t.equal(storedDocument('../kubernetes/vitrine/values.schema.json', generated), generated)
})

t.test('the README of the chart lists the values with their comments', async (t) => {
  const generated = await currentReadme()
  t.equal(storedDocument('../kubernetes/vitrine/README.md', generated), generated)
})

t.test('the values of the chart and of each variant are valid', async (t) => {
  t.strictSame(problemsOf({}), [])
  for (const variant of variants) {
    t.strictSame(problemsOf(await readValues(`ci/${variant}`)), [], variant)
  }
})

for (const [what, over, name] of [
  ['an unknown value', { replicaCount: 3 }, 'replicaCount'],
  ['an unknown value of a service', { delivery: { replicaCount: 3 } }, 'replicaCount'],
  ['an unknown setting', { settings: { PUBLIC_URI: 'https://x' } }, 'PUBLIC_URI'],
  [
    'a setting of the other service',
    { delivery: { settings: { BCRYPT_COST: 12 } } },
    'BCRYPT_COST',
  ],
  ['a secret among the settings', { settings: { OBJECT_SECRET: 'x' } }, 'OBJECT_SECRET'],
] as const) {
  t.test(`${what} is refused by name`, async (t) => {
    const problems = problemsOf(over)
    t.equal(problems.length, 1)
    t.match(problems[0], new RegExp(`must NOT have additional properties ${name}$`))
  })
}

t.test('values.yaml has each value of the schema, so the README has it too', async (t) => {
  const isThere = (path: string) => {
    let node: unknown = values
    for (const name of path.split('.')) {
      if (typeof node !== 'object' || node === null || !(name in node)) return false
      node = (node as Values)[name]
    }
    return true
  }
  const expected = pathsOf(schema).filter(
    (path) => !/ettings\.|\.(requests|limits|medium|request|backendRequest)$|^global$/.test(path),
  )
  t.strictSame(
    expected.filter((path) => !isThere(path)),
    [],
  )
})

for (const [service, port] of [
  ['delivery', 3002],
  ['management-api', 3001],
] as const satisfies readonly (readonly [Service, number])[]) {
  t.test(`the pods of ${service} get variables that it reads, and all that it needs`, async (t) => {
    const known = await settingsOf(service)
    const deployment = await read(`${chart}/templates/${service}/deployment.yaml`)
    const helpers = await read(`${chart}/templates/_helpers.tpl`)
    const [, common = ''] =
      /define "vitrine\.commonSecrets"([\s\S]*?)\n\{\{- end -\}\}/.exec(helpers) ?? []
    const given = [
      ...deployment.matchAll(/^ +- name: ([A-Z0-9_]+)$/gm),
      ...deployment.matchAll(/"name" "([A-Z0-9_]+)"/g),
      ...common.matchAll(/"([A-Z0-9_]+)" \.Values/g),
    ].map(([, name = '']) => name)
    t.strictSame(
      given.filter((name) => !known.has(name)),
      [],
    )
    const settings = Object.keys(values.settings as Values)
    const needed = [...known].flatMap(([name, isRequired]) => (isRequired ? [name] : []))
    t.strictSame(
      needed.filter((name) => !given.includes(name) && !settings.includes(name)),
      [],
    )
  })

  t.test(`the pods of ${service} listen on the port of its image`, async (t) => {
    t.match(await read(`services/${service}/Dockerfile`), new RegExp(`^EXPOSE ${port}$`, 'm'))
    const deployment = await read(`${chart}/templates/${service}/deployment.yaml`)
    t.match(deployment, `- name: http\n              containerPort: ${port}\n`)
    t.match(deployment, `- name: PORT\n              value: "${port}"\n`)
  })
}

t.test('the chart has the version of the product', async (t) => {
  const { version } = JSON.parse(await read('package.json')) as { version: string }
  const { version: own, appVersion } = await readValues('Chart.yaml')
  t.strictSame({ own, appVersion }, { own: version, appVersion: version })
})
