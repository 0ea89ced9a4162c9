import type { Command } from '@commander-js/extra-typings'
import { acknowledgementOf } from '@vitrine/sdk/acknowledgement'
import { CommandError, exitCodes, reportOf, usageError } from '../failure.js'
import { acknowledgementWords } from '../output/acknowledgement.js'
import type { Output } from '../output/output.js'
import type { Row } from '../output/people.js'
import type { Context } from '../session/context.js'
import { isInteractive } from '../terminal.js'
import { call, type Input, resultsOf, textsOf } from './call.js'
import { withFolder } from './folder.js'
import { addHeaders, type HeaderOptions, headersOf } from './headers.js'
import { idOf, namedBy } from './ids.js'
import { addFields, optionName } from './options.js'
import type { CallRow, FinishOptions } from './row.js'
import { type Field, type Operation, operationOf, parametersOf } from './table.js'
import { readBody, type Values, valuesOf } from './values.js'

type Options = Values &
  HeaderOptions &
  FinishOptions & { body?: string; limit?: number; yes?: true }

const fromContext = ['orgId', 'projectId']
const ofPages = ['page', 'size', 'cursor']

/** The parts of a call and where each comes from. */
type Shape = {
  row: CallRow
  operation: Operation
  /** Names in the path that come from `--org` and `--project`. */
  implied: readonly string[]
  /** The parameters that are arguments. */
  named: readonly string[]
  query: readonly Field[]
  body: readonly Field[]
}

export function shapeOf(row: CallRow): Shape {
  const operation = operationOf(row.operation)
  const parameters = parametersOf(operation)
  const last = row.namesTarget ? parameters.at(-1) : undefined
  const isImplied = (name: string) => fromContext.includes(name) && name !== last
  return {
    row,
    operation,
    implied: parameters.filter(isImplied),
    named: parameters.filter((name) => !isImplied(name)),
    query: operation.query.filter(
      ({ name }) => operation.answer !== 'pages' || !ofPages.includes(name),
    ),
    body: operation.body
      .filter(({ name }) => (row.only?.includes(name) ?? true) && !row.without?.includes(name))
      .map(({ isRequired, ...field }) =>
        isRequired && !row.completes?.includes(field.name) ? { ...field, isRequired } : field,
      ),
  }
}

export function addCall(parent: Command, row: CallRow, context: Context): void {
  const shape = shapeOf(row)
  const { named } = shape
  const positional = row.positional ?? []
  const command = parent
    .command(row.name, { isDefault: row.isDefault === true })
    .aliases(row.aliases ?? [])
    .description(row.summary ?? shape.operation.summary)
  const many = row.takesMany ? '...' : ''
  for (const name of named) command.argument(`<${name}${many}>`, namedBy(name))
  for (const name of positional) {
    const field = shape.body.find((one) => one.name === name)
    const hint = field?.isRequired ? 'required, here or in --body' : field?.summary
    command.argument(`[${name}]`, hint)
  }
  addOptions(command as Command, shape)
  // The number of arguments differs from row to row, which the types of an action cannot say.
  const action = (...given: unknown[]) => {
    const options = command.opts() as Options
    const texts = given.slice(0, named.length + positional.length)
    return runCall(shape, context, texts, options)
  }
  command.action(action as never)
}

function addOptions(command: Command, { row, operation, query, body }: Shape): void {
  const positional = row.positional ?? []
  addFields(command, { query, body: body.filter(({ name }) => !positional.includes(name)) })
  if (body.length > 0)
    command.option('--body <json>', 'more properties: JSON, @file, or - for stdin')
  if (operation.answer === 'pages') {
    command.option('--limit <number>', 'the most results', (text) => limitOf(text))
  }
  if (row.hasJob) command.option('--wait', 'wait for the end of the job')
  if (row.isFinal) command.option('--yes', 'do not ask first')
  addHeaders(command, operation)
}

async function runCall(
  shape: Shape,
  context: Context,
  texts: readonly unknown[],
  given: Options,
): Promise<void> {
  const { row, named } = shape
  const targets = row.takesMany ? (texts[0] as string[]) : [texts[0] as string]
  requireOneTarget(targets, given)
  const headers = headersOf(shape.operation, given)
  const options = await withFolder(context, shape, given)
  const positional = Object.fromEntries(
    (row.positional ?? []).map((name, at) => [name, texts[named.length + at]]),
  )
  const body = await bodyOf(shape, context, { ...options, ...positional })
  const query = await valuesOf(context, shape.query, options)
  const path = await impliedPath(shape, context)
  if (row.isFinal) await confirm(context, `${row.summary ?? shape.operation.summary}?`, options.yes)
  const inputs = targets.map((target): Input => {
    const ids = named.map((name, at) => [name, at === 0 ? target : String(texts[at])])
    return { path: { ...path, ...Object.fromEntries(ids) }, query, headers, body }
  })
  if (row.takesMany)
    await eachOf(inputs, targets, (input) => runOnce(shape, context, input, options), context)
  else for (const input of inputs) await runOnce(shape, context, input, options)
}

/** A revision or a key is of one call. */
function requireOneTarget(
  { length }: readonly string[],
  { ifMatch, ifNoneMatch, idempotencyKey }: HeaderOptions,
): void {
  if (length === 1 || (ifMatch ?? ifNoneMatch ?? idempotencyKey) === undefined) return
  throw usageError('--if-match, --if-none-match and --idempotency-key are for one id.')
}

/** Makes each call, also after others failed, and says how many did. */
async function eachOf(
  inputs: readonly Input[],
  names: readonly string[],
  run: (input: Input) => Promise<void>,
  { output }: Context,
): Promise<void> {
  const failures: unknown[] = []
  for (const [at, input] of inputs.entries()) {
    try {
      await run(input)
    } catch (error) {
      if (inputs.length === 1) throw error
      output.error(`${names[at]}: ${reportOf(error).message}`)
      failures.push(error)
    }
  }
  if (failures.length === 0) return
  const message = `${failures.length} of ${inputs.length} failed.`
  throw new CommandError(message, exitCodes.failed)
}

async function runOnce(
  { row, operation, named }: Shape,
  context: Context,
  given: Input,
  options: Options,
): Promise<void> {
  const { output } = context
  const path = { ...given.path }
  for (const name of named) path[name] = await idOf(context, name, path[name] ?? '')
  const input = { ...given, path }
  const vitrine = row.isOpen ? await context.sessionClient() : await context.vitrine()
  if (options.csv) {
    for await (const text of textsOf(await call(vitrine, operation, input)))
      await output.write(text)
    return
  }
  const results = resultsOf(vitrine, operation, input, (response) =>
    noteEffect(output, row, response),
  )
  if (operation.answer !== 'one') {
    return output.list(limited(results, options.limit), row.columns)
  }
  let isChanged = false
  for await (const result of results) {
    isChanged = true
    const isDone = (await row.finish?.(result, context, options)) ?? false
    if (!isDone) await showOne(output, result)
  }
  if (!isChanged) output.note('It still has this revision.')
}

/** Which replicas have acknowledged a change that the public sees, and whether the CDN was purged. */
function noteEffect(output: Output, { effect }: CallRow, response: Response): void {
  const acknowledgement = acknowledgementOf(response)
  if (effect === undefined || acknowledgement === null) return
  output.note(acknowledgementWords(acknowledgement, effect))
}

/** People get the warnings of an answer beside the result; programs find them in its JSON. */
async function showOne(output: Output, { warnings = [], ...result }: Row): Promise<void> {
  const list = warnings as readonly { field: string; message: string }[]
  await output.item(output.isJson && list.length > 0 ? { ...result, warnings } : result)
  for (const { field, message } of list) output.note(`warning: ${field} ${message}`)
}

async function bodyOf(shape: Shape, context: Context, options: Options): Promise<unknown> {
  const { row, operation, body: fields } = shape
  if (operation.body.length === 0) return undefined
  const extra = await readBody(context, options.body)
  const rest = fields.filter(({ name }) => !(name in extra))
  const given = { ...extra, ...(await valuesOf(context, rest, options)) }
  const body = (await row.prepare?.(given, context)) ?? given
  const missing = operation.body.filter(({ name, isRequired }) => isRequired && !(name in body))
  if (missing.length === 0) return body
  throw usageError(`Missing: ${missing.map((field) => nameOf(row, field)).join(', ')}.`)
}

const nameOf = ({ positional = [] }: CallRow, field: Field) =>
  positional.includes(field.name) ? `<${field.name}>` : optionName(field)

async function impliedPath({ implied }: Shape, context: Context): Promise<Record<string, string>> {
  const path: Record<string, string> = {}
  for (const name of implied) {
    path[name] = name === 'orgId' ? await context.organizationId() : await context.projectId()
  }
  return path
}

async function* limited<Value>(values: AsyncIterable<Value>, limit = Number.POSITIVE_INFINITY) {
  let left = limit
  for await (const value of values) {
    if (left === 0) return
    yield value
    left -= 1
    if (left === 0) return
  }
}

function limitOf(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw usageError(`--limit must be a number from 1, not "${text}".`)
}

/** @throws CommandError unless a person agreed or `--yes` was given. */
async function confirm(
  { terminal }: Context,
  message: string,
  isAgreed: boolean | undefined,
): Promise<void> {
  if (isAgreed) return
  if (!isInteractive(terminal)) throw usageError('This cannot be undone. Add --yes to do it.')
  const prompts = await import('@clack/prompts')
  const answer = await prompts.confirm({ message, initialValue: false, output: terminal.stderr })
  if (answer !== true) throw usageError('Nothing was done.')
}
