import { usageError } from '../failure.js'
import type { Group } from '../group.js'
import { call } from '../operations/call.js'
import { type HeaderOptions, headerOptions, headersOf } from '../operations/headers.js'
import { jsonOf } from '../operations/options.js'
import { isOperationId, operationOf, parametersOf } from '../operations/table.js'
import { readBody, type Values } from '../operations/values.js'
import type { Context } from '../session/context.js'

export const group: Group = {
  operations: [],
  attach: (command, context) => {
    for (const { flags, summary } of headerOptions.values()) command.option(flags, summary)
    command
      .argument('<operationId>', 'of the OpenAPI document, such as listAssets')
      .option('--path <json>', 'the names in the path', (value) => jsonOf('--path', value))
      .option('--query <json>', 'the query', (value) => jsonOf('--query', value))
      .option('--body <json>', 'JSON, @file, or - for stdin')
      .action(async (id, { path, query, body, ...options }) => {
        if (!isOperationId(id)) throw usageError(`The API has no operation "${id}".`)
        const operation = operationOf(id)
        const headers = headersOf(operation, options as HeaderOptions)
        const response = await call(await context.vitrine(), operation, {
          path: await pathOf(context, parametersOf(operation), (path ?? {}) as Values),
          query: (query ?? {}) as Values,
          headers,
          body: body === undefined ? undefined : await readBody(context, body),
        })
        await context.output.write(await textOf(response))
      })
  },
}

async function pathOf(
  context: Context,
  names: readonly string[],
  given: Values,
): Promise<Record<string, string>> {
  const path: Record<string, string> = {}
  for (const name of names) {
    const value = given[name] ?? (await implied(context, name))
    if (value === undefined) throw usageError(`--path needs "${name}".`)
    path[name] = String(value)
  }
  return path
}

async function implied(context: Context, name: string): Promise<string | undefined> {
  if (name === 'orgId') return context.organizationId()
  return name === 'projectId' ? context.projectId() : undefined
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text()
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
