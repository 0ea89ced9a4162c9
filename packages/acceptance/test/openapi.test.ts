import { describedCalls, exampleProblems, isOpenApi, type OpenApiDocument } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { startServices } from './services.js'

const { management, delivery } = await startServices(t)
const documents = {
  'management-api': `${management.url}/api/openapi.json`,
  delivery: `${delivery[0].url}/api/v1/openapi.json`,
}

t.test('no two operations of the services have the same id', async (t) => {
  const ids = await Promise.all(
    Object.values(documents).map(async (url) =>
      describedCalls((await (await fetch(url)).json()) as OpenApiDocument).map(
        ({ operation }) => operation.operationId,
      ),
    ),
  )
  t.equal(new Set(ids.flat()).size, ids.flat().length)
})

for (const [service, url] of Object.entries(documents)) {
  t.test(`the OpenAPI document of ${service}`, async (t) => {
    const response = await fetch(url)
    t.equal(response.status, 200)
    const document = (await response.json()) as OpenApiDocument
    const calls = describedCalls(document)
    t.equal(document.openapi, '3.1.0')

    await t.test('is valid OpenAPI 3.1 for an independent validator', async (t) => {
      t.same(await isOpenApi(document), { valid: true })
    })

    await t.test('gives every operation a summary, a description and a tag', async (t) => {
      for (const { method, path, operation } of calls) {
        t.match(operation.summary, /^[A-Z]/, `${method} ${path}: a summary`)
        t.match(operation.description, /^[A-Z`][\s\S]+\.$/, `${method} ${path}: sentences`)
        t.equal(operation.tags?.length, 1, `${method} ${path}: one tag`)
      }
    })

    await t.test('gives every operation a unique id', async (t) => {
      const names = calls.map(({ operation }) => operation.operationId)
      for (const name of names) t.match(String(name), /^[a-z]+[A-Za-z0-9]*$/)
      t.equal(new Set(names).size, names.length, String(names))
    })

    await t.test('has a valid example for every body, answer and path', async (t) => {
      t.same(exampleProblems(document), [])
    })

    await t.test('names the schema of every JSON body and answer', async (t) => {
      for (const { method, path, operation } of calls) {
        const { requestBody, responses } = operation
        for (const { content } of [requestBody ?? {}, ...Object.values(responses)]) {
          const schema = content?.['application/json']?.schema
          if (schema === undefined) continue
          const item = (schema.items ?? schema) as { $ref?: string }
          t.match(item.$ref, /^#\/components\/schemas\/[A-Z]/, `${method} ${path}`)
        }
      }
    })

    await t.test(
      'lists and explains the codes of each error, which all have one schema',
      async (t) => {
        for (const { method, path, operation } of calls) {
          const { responses, 'x-vitrine-errors': codes = {} } = operation
          const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400)
          t.same(
            Object.keys(codes),
            errors.map(([status]) => status),
            `${method} ${path}`,
          )
          for (const code of Object.values(codes).flat()) {
            t.ok(document.info.description.includes(`| \`${code}\` |`), code)
          }
          if (method === 'HEAD') continue
          for (const [, { content }] of errors) {
            const schema = content?.['application/json']?.schema
            t.same(schema, { $ref: '#/components/schemas/Error' }, `${method} ${path}`)
          }
        }
      },
    )

    await t.test('has nothing that generated clients would send by themselves', async (t) => {
      t.notMatch(JSON.stringify(document), /"default":/)
    })

    await t.test('has patterns that every engine of regular expressions reads', async (t) => {
      const patterns = JSON.stringify(document).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)
      // \\p and \\u are not known everywhere; RE2 has no look-around and no back references.
      for (const [, pattern = ''] of patterns) t.notMatch(pattern, /\\\\[pPu1-9]|\(\?[=!<]/)
    })

    await t.test('gives the role of every call inside an organization or project', async (t) => {
      for (const { path, operation } of calls) {
        const isInTenant = operation.security?.some((scheme) => 'accessToken' in scheme)
        const role = operation['x-vitrine-role']
        if (isInTenant && /\{(?:orgId|projectId)\}/.test(path)) {
          t.match(role, /^(?:VIEWER|EDITOR|ADMIN|OWNER)$/, path)
        } else t.equal(role, undefined, path)
      }
    })

    await t.test('orders its tags: the main workflow first, health last', async (t) => {
      const groups = document.tags.map(({ name }) => name)
      const used = new Set(calls.map(({ operation }) => operation.tags?.[0]))
      t.same([...used].sort(), [...groups].sort())
      t.equal(groups.at(-1), 'Health')
      t.ok(['Assets', 'Widgets'].includes(groups[0] ?? ''), String(groups))
    })

    await t.test('documents every parameter and the common errors', async (t) => {
      for (const { method, path, operation } of calls) {
        const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        t.same(inPath.map(({ name }) => name).sort(), names.sort(), `${method} ${path}`)
        const statuses = Object.keys(operation.responses)
        for (const status of ['400', '431', '500']) {
          t.ok(statuses.includes(status), `${method} ${path}: ${status}`)
        }
        if (names.length > 0) t.ok(statuses.includes('404'), `${method} ${path}: 404`)
        t.ok(operation.security, `${method} ${path}: says whether it is public`)
        if (operation.security?.length) t.ok(statuses.includes('401'), `${method} ${path}: 401`)
      }
    })

    await t.test('has no custom keyword that other validators do not know', async (t) => {
      t.notMatch(
        JSON.stringify(document),
        /"(trim|lowercase|documented|~\w+)":|"format":"(text|single-line)"/,
      )
    })
  })
}
