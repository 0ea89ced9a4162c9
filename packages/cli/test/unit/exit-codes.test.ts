import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { tables } from '../../src/commands/tables.js'
import { exitCodes } from '../../src/failure.js'
import type { CallRow } from '../../src/operations/row.js'
import { operationOf } from '../../src/operations/table.js'
import { commandTree, type Leaf } from '../command-tree.js'
import { runCommand } from '../in-process.js'

const { leaves } = await commandTree()
const nameOf = ({ names }: Leaf): string => names.join(' ')
const uuid = '00000000-0000-4000-8000-000000000000'

const rows = new Map<string, CallRow>(
  Object.entries(tables).flatMap(([group, list]: [string, readonly CallRow[]]) =>
    list.map((row) => [`${group} ${row.name}`, row] as const),
  ),
)

/** Commands that work without a sign-in. */
const open = new Set(['login', 'logout', 'completion', ...isOpen()])
function* isOpen(): Generator<string> {
  for (const [name, row] of rows) if (row.isOpen) yield name
}
/** Commands that make no call here: `use` gets ids. */
const local = new Set(['logout', 'completion', 'use'])

const pictures = t.testdir({ 'a.jpg': 'x' })
const picture = join(pictures, 'a.jpg')
/** Arguments where any text is not enough. */
const given = new Map([
  ['upload', [picture]],
  ['quickstart', [pictures, '--no-open']],
  ['assets replace', [uuid, picture]],
  ['assets focal', [uuid, '0.5,0.5']],
  ['api', ['getProject']],
  ['completion', ['bash']],
  ['login', ['--email', 'a@b.example', '--password', '-']],
])

/** A command line that is right in itself. */
function wordsOf(leaf: Leaf): string[] {
  const name = nameOf(leaf)
  const row = rows.get(name)
  const required = row ? operationOf(row.operation).body.filter((field) => field.isRequired) : []
  const body = Object.fromEntries(required.map((field) => [field.name, 'x']))
  const texts = leaf.command.registeredArguments.filter((one) => one.required).map(() => uuid)
  return [
    ...leaf.names,
    ...(given.get(name) ?? texts),
    ...(required.length > 0 ? ['--body', JSON.stringify(body)] : []),
    ...(row?.isFinal ? ['--yes'] : []),
  ]
}

/** A service that answers each call with the status. */
async function startService(status: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end('{"code":"SOME_CODE","message":"No."}')
  })
  return `http://127.0.0.1:${await listening(t, server)}`
}

const env = (t: Test, url: string) => {
  const own = t.testdir()
  return {
    XDG_CONFIG_HOME: join(own, 'config'),
    XDG_STATE_HOME: join(own, 'state'),
    VITRINE_URL: url,
    VITRINE_ORG: uuid,
    VITRINE_PROJECT: uuid,
  }
}

t.test('wrong use of a command is 2, and nothing is on stdout', async (t) => {
  const nowhere = env(t, 'http://127.0.0.1:1')
  for (const leaf of leaves) {
    const name = nameOf(leaf)
    const { registeredArguments } = leaf.command
    const expected = (stderr: RegExp) => ({ code: exitCodes.usage, stdout: '', stderr })
    const bad = await runCommand([...wordsOf(leaf), '--no-such-option'], nowhere)
    t.match(bad, expected(/unknown option '--no-such-option'/), `${name} --no-such-option`)
    if (registeredArguments.some((one) => one.required)) {
      const missing = await runCommand(leaf.names, nowhere)
      t.match(missing, expected(/missing required argument/), `${name} without arguments`)
    }
    if (!registeredArguments.some((one) => one.variadic)) {
      const texts = registeredArguments.map((one) => one.argChoices?.[0] ?? uuid)
      const excess = await runCommand([...leaf.names, ...texts, 'excess'], nowhere)
      t.match(excess, expected(/too many arguments/), `${name} with one argument too many`)
    }
  }
})

t.test('a group without a command is wrong use, and shows its commands', async (t) => {
  const groups = new Set(
    leaves.filter(({ names }) => names.length > 1).map(({ names }) => names[0]),
  )
  const nowhere = env(t, 'http://127.0.0.1:1')
  for (const group of groups) {
    const { code, stdout, stderr } = await runCommand([String(group), 'no-such'], nowhere)
    t.match({ code, stdout }, { code: exitCodes.usage, stdout: '' }, `${group} no-such`)
    t.match(stderr, /unknown command|too many arguments/)
  }
  const alone = await runCommand(['assets'], nowhere)
  t.match(alone, { code: exitCodes.usage, stdout: '', stderr: /Usage: vitrine assets/ })
})

t.test('without a sign-in it is 3', async (t) => {
  const nowhere = env(t, 'http://127.0.0.1:1')
  for (const leaf of leaves) {
    const name = nameOf(leaf)
    if (open.has(name)) continue
    t.match(
      await runCommand(wordsOf(leaf), nowhere),
      { code: exitCodes.notSignedIn, stdout: '', stderr: /Nobody is signed in at/ },
      name,
    )
  }
})

const answers = [
  [401, exitCodes.notSignedIn],
  [403, exitCodes.refused],
  [404, exitCodes.refused],
  [412, exitCodes.refused],
  [500, exitCodes.failed],
] as const

for (const [status, code] of answers) {
  t.test(`when the service answers ${status}, it is ${code}`, async (t) => {
    const signedIn = { ...env(t, await startService(status)), VITRINE_TOKEN: 'vpat_x' }
    for (const leaf of leaves) {
      const name = nameOf(leaf)
      if (local.has(name)) continue
      t.match(
        await runCommand(wordsOf(leaf), signedIn, { stdin: 'a password\n' }),
        { code, stdout: '', stderr: /^error: SOME_CODE: No\.$/m },
        name,
      )
    }
  })
}

t.test('the README has the exit codes', async (t) => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const table = readme.slice(readme.indexOf('| exit code')).split('\n\n', 1)[0] ?? ''
  const documented = [...table.matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code))
  t.same(documented, Object.values(exitCodes))
})
