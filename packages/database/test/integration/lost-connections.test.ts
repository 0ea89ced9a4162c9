import { connect, createServer } from 'node:net'
import { databaseUrlOf } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { createScopedDatabase } from '../../src/index.js'
import { createSql } from '../../src/sql/index.js'

/** A part of the statement that checks the role of a new connection. */
const check = 'rolbypassrls'

/** The URL through a proxy that closes the first connection on which the role is checked. */
async function breakFirstCheck(t: Test, address: string): Promise<string> {
  const url = new URL(address)
  const target = { port: Number(url.port), host: url.hostname }
  let hasBroken = false
  const server = createServer((client) => {
    const postgres = connect(target)
    for (const [socket, other] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      socket.on('error', () => undefined).on('close', () => other.destroy())
    }
    postgres.pipe(client)
    client.on('data', (chunk) => {
      if (hasBroken || !chunk.includes(check)) return void postgres.write(chunk)
      hasBroken = true
      client.destroy()
    })
  })
  url.port = String(await listening(t, server))
  return url.href
}

const options = {
  poolSize: 1,
  statementTimeoutMs: 15_000,
  onConnectionError: () => undefined,
}
const down = { code: 'DATABASE_UNAVAILABLE' }

// An error that nothing listens to would end this process.
t.test('a connection that is lost while its role is checked fails only its query', async (t) => {
  await t.test('of management-api', async (t) => {
    const url = await breakFirstCheck(t, databaseUrlOf('management-api'))
    const database = createScopedDatabase({ ...options, url })
    t.teardown(() => database.close())
    await t.rejects(database.ping(), down)
    await database.ping()
  })

  await t.test('of delivery', async (t) => {
    const url = await breakFirstCheck(t, databaseUrlOf('delivery'))
    const sql = createSql({ ...options, url, role: 'vitrine_delivery' })
    t.teardown(() => sql.close())
    await t.rejects(sql.ping(), down)
    await sql.ping()
  })
})
