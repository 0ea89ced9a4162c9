import { createServer } from 'node:http'
import { Command } from '@commander-js/extra-typings'
import { listening } from '@vitrine/testing/listening'
import t from '@vitrine/testing/t'
import { group } from '../../src/commands/logout.js'
import { Output } from '../../src/output/output.js'
import { Context } from '../../src/session/context.js'
import type { Terminal } from '../../src/terminal.js'

t.test('a session that another process refreshes at the moment ends, too', async (t) => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk)))
    request.on('end', () => response.writeHead(204).end())
  })
  const url = `http://127.0.0.1:${await listening(t, server)}`
  const env = { XDG_CONFIG_HOME: t.testdir(), VITRINE_URL: url }
  const terminal = { env, stderr: { write: () => true } } as unknown as Terminal
  const context = new Context(terminal, new Output(terminal, false), {})
  const { credentials } = context
  await credentials.write({ url, accessToken: 'a1', refreshToken: 'r1' })
  const { exclusive } = credentials
  // The other process has the lock first.
  credentials.exclusive = async (work) => {
    await credentials.write({ url, accessToken: 'a2', refreshToken: 'r2' })
    return exclusive(work)
  }
  const command = new Command('logout')
  group.attach(command, context)
  await command.parseAsync([], { from: 'user' })
  t.same(bodies, ['{"refreshToken":"r2"}'])
  t.equal(await credentials.read(), null)
})
