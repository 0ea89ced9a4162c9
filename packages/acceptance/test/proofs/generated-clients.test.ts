import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { jpeg, type OpenApiDocument } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { startServices } from '../services.js'

/*
 * Linters and generators of other languages read both documents with their default rules. They are no dependencies: the
 * README of infra/openapi says how to install them into the folder that OPENAPI_TOOLS names.
 */

const tools = process.env.OPENAPI_TOOLS
const skip = tools === undefined && 'OPENAPI_TOOLS names no folder with the tools'
const binaries = join(tools ?? '', 'bin')
const scripts = join(tools ?? '', 'node_modules/.bin')
const env = { ...process.env, PATH: [binaries, scripts, process.env.PATH].join(delimiter) }
const mainJob = fileURLToPath(
  new URL('../../test/proofs/generated-clients/main_job.py', import.meta.url),
)

/** Runs a tool. @returns what it printed; a failure of it fails the test with that. */
async function run(tool: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(tool, args, {
    cwd,
    env,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout + stderr
}

t.test('tools of other languages read both documents', { skip }, async (t) => {
  const { management, delivery } = await startServices(t)
  const folder = t.testdir({ 'spectral.json': '{"extends":["spectral:oas"]}' })
  const documents = {
    management: `${management.url}/api/openapi.json`,
    delivery: `${delivery[0].url}/api/v1/openapi.json`,
  }
  for (const [name, url] of Object.entries(documents)) {
    const text = await (await fetch(url)).text()
    const file = join(folder, `${name}.json`)
    await writeFile(file, text)
    await t.test(`openapi-spec-validator accepts that of ${name}`, async () => {
      await run('openapi-spec-validator', [file], folder)
    })
    await t.test(`redocly finds nothing in that of ${name}`, async (t) => {
      const report = await run('redocly', ['lint', '--format=json', file], folder)
      t.match(report, /"totals": \{\s*"errors": 0,\s*"warnings": 0/)
    })
    await t.test(`spectral finds nothing in that of ${name}`, async () => {
      const rules = ['--ruleset', join(folder, 'spectral.json'), '--fail-severity', 'hint']
      await run('spectral', ['lint', ...rules, file], folder)
    })
    await t.test(`openapi-generator makes a client for ${name} without errors`, async (t) => {
      await run('openapi-generator-cli', ['validate', '-i', file], folder)
      const args = ['generate', '-i', file, '-g', 'python', '-o', `generator-${name}`]
      t.notMatch(await run('openapi-generator-cli', args, folder), /\bERROR\b/)
    })
    await t.test(`openapi-python-client drops no model of ${name}`, async (t) => {
      const args = ['generate', '--path', file, '--output-path', name]
      const report = await run('openapi-python-client', args, folder)
      t.notMatch(report, /Unable to|ERROR|schema for/)
      // It has no types for pictures and lines of JSON, whose bytes its clients get.
      const unsupported = report.match(/Unsupported content_type [^)]+/g) ?? []
      t.same(
        unsupported.filter((one) => !/(?:image\/\*|application\/x-ndjson)$/.test(one)),
        [],
      )
      const index = join(folder, name, `vitrine_${name}_api_client/models/__init__.py`)
      const classes = new Set((await readFile(index, 'utf8')).match(/\b[A-Z]\w+/g))
      const { schemas } = (JSON.parse(text) as OpenApiDocument).components
      const objects = Object.entries(schemas).filter(([, schema]) => schema.type === 'object')
      t.same(
        objects.map(([title]) => title).filter((title) => !classes.has(title)),
        [],
      )
    })
  }

  await t.test('a generated client does the main job, with typed errors', async () => {
    const file = join(folder, 'dune.jpg')
    await writeFile(file, await jpeg({ width: 640, height: 480 }))
    const python = join(binaries, 'python')
    const paths = ['management', 'delivery'].map((name) => join(folder, name)).join(delimiter)
    const address = [management.url, delivery[0].url, file]
    await promisify(execFile)(python, [mainJob, ...address], { env: { ...env, PYTHONPATH: paths } })
  })
})
