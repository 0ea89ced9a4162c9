import t from '@vitrine/testing/t'
import { tables } from '../../src/commands/tables.js'
import { operations } from '../../src/generated/operations.js'
import { groups } from '../../src/groups.js'
import type { CallRow } from '../../src/operations/row.js'
import { type OperationId, operationOf } from '../../src/operations/table.js'
import { commandTree, type Leaf } from '../command-tree.js'

/** Operations without a command, and why. */
const without: Record<string, string> = {
  getManagementOpenapiJson: 'the document is for programs',
  getManagementHealthz: 'probes are for orchestrators',
  getManagementReadyz: 'probes are for orchestrators',
  getManagementApiHealthz: 'probes are for orchestrators',
  getManagementApiReadyz: 'probes are for orchestrators',
  lookupInvitation: 'the page behind the link shows it',
  reportWidgetEditor: 'an open editor repeats it',
}

/** Parameters and properties that no command takes, and why. */
const withoutOption: Record<string, string> = {
  page: 'a command reads all pages, or as many results as --limit says',
  size: 'as page',
  cursor: 'as page',
  status: '"widgets publish" and "widgets unpublish" set it',
  session: 'it keeps the session in a cookie of a browser',
  refreshToken: 'it is in the credentials file',
}

/** The commands that are not rows of a table, and their names for properties. */
const written: Partial<Record<OperationId, { names: string; options: Record<string, string> }>> = {
  createAsset: {
    names: 'upload',
    options: {
      file: '<path>',
      altText: '--alt',
      focalPoint: '--focal',
      tags: '--tag',
      folderId: '--folder',
      // The upload log makes a key for each file, and sends it again after an interruption.
      'Idempotency-Key': '<path>',
    },
  },
  replaceAssetFile: { names: 'assets replace', options: { focalPoint: '--focal' } },
  getWidgetEmbed: { names: 'embed', options: {} },
  getMe: { names: 'whoami', options: {} },
  login: { names: 'login', options: {} },
  logout: { names: 'logout', options: {} },
  refresh: { names: 'whoami', options: {} },
}

const ids = (Object.keys(operations) as OperationId[]).filter((id) => !(id in without))
const { leaves } = await commandTree()

/** The names of the commands that make a call. */
function commandsOf(id: OperationId): string[] {
  const rows = Object.entries(tables).flatMap(([group, list]: [string, readonly CallRow[]]) =>
    list.filter(({ operation }) => operation === id).map(({ name }) => `${group} ${name}`),
  )
  return [...rows, ...(written[id] ? [written[id].names] : [])]
}

/** `<path>` for arguments, `--tag` for options. */
const wordsOf = ({ command }: Leaf): string[] => [
  ...command.registeredArguments.map((argument) => `<${argument.name()}>`),
  ...command.options.flatMap(({ short, long }) => [short ?? '', long ?? '']),
]

const optionOf = (name: string): string =>
  name === 'Accept'
    ? '--csv'
    : `--${name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}`

t.test('every operation of management-api has a command', async (t) => {
  const covered = new Set<string>()
  for (const { load } of Object.values(groups)) {
    for (const operation of (await load()).operations) covered.add(operation)
  }
  t.same(
    Object.keys(operations).filter((id) => !covered.has(id) && !(id in without)),
    [],
  )
  t.same(
    Object.keys(without).filter((id) => covered.has(id) || !(id in operations)),
    [],
    'the exceptions exist',
  )
})

t.test('each parameter, header and property has an option or is an argument', async (t) => {
  const used = new Set<string>()
  const missing = ids.flatMap((id) => {
    const { query, headers, body } = operationOf(id)
    const commands = commandsOf(id)
    const words = new Set(
      leaves.filter(({ names }) => commands.includes(names.join(' '))).flatMap(wordsOf),
    )
    t.ok(words.size > 0 || commands.length > 0, `${id} has a command`)
    return [...query, ...body, ...headers.map((name) => ({ name }))].flatMap(({ name }) => {
      const word = written[id]?.options[name] ?? optionOf(name)
      if (words.has(word) || words.has(`<${name}>`)) return []
      used.add(name)
      return name in withoutOption ? [] : [`${id}: ${name}`]
    })
  })
  t.same(missing, [])
  t.same(
    Object.keys(withoutOption).filter((name) => !used.has(name)),
    [],
    'the exceptions exist',
  )
})

t.test('an option clears each property that may be null', async (t) => {
  const missing = ids.flatMap((id) => {
    const words = leaves
      .filter(({ names }) => commandsOf(id).includes(names.join(' ')))
      .flatMap(wordsOf)
    return operationOf(id)
      .body.filter(({ isNullable }) => isNullable)
      .map(({ name }) => optionOf(name).replace('--', '--no-'))
      .filter((word) => !words.includes(word))
      .map((word) => `${id}: ${word}`)
  })
  t.same(missing, [])
})
