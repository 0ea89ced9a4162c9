import type { Test } from 'tap'
import { type Answer, field, openConnection } from './connection.js'
import { messageOf, type Request } from './request.js'
import { checkRules } from './rules.js'

/** One sentence of the standard, or of the contract, as a request and what has to come back. */
export type Case = Request & {
  name: string
  status: number
  /** The contract's code of an error. */
  code?: string
  /** Of the answer: a value, a pattern, or null for a field that has to be missing. */
  answered?: Readonly<Record<string, string | RegExp | null>>
  /** Its bytes, where they are known. */
  body?: Buffer
}

/**
 * Runs every case on a connection of its own, and then one more request on the same: a response
 * that is longer or shorter than it says spoils the next one.
 */
export async function runCases(t: Test, port: number, cases: readonly Case[]): Promise<void> {
  for (const { name, ...wanted } of cases) {
    await t.test(name, async (t) => {
      const answer = await ask(port, wanted)
      t.equal(answer.status, wanted.status, `status: ${answer.content.toString('latin1', 0, 300)}`)
      checkRules(t, answer, wanted)
      for (const [key, value] of Object.entries(wanted.answered ?? {})) {
        checkField(t, field(answer, key), value, key)
      }
      if (wanted.body) t.ok(answer.content.equals(wanted.body), 'body')
      if (wanted.code !== undefined && wanted.method !== 'HEAD') {
        t.equal(JSON.parse(answer.content.toString()).code, wanted.code)
      }
    })
  }
}

function checkField(t: Test, sent: string | null, wanted: string | RegExp | null, name: string) {
  if (wanted instanceof RegExp) t.match(sent ?? '', wanted, name)
  else t.equal(sent, wanted, name)
}

const probe = messageOf({ target: '/api/v1/healthz' })

/** Asks once, and makes sure that the connection is good for what it says it is. */
export async function ask(port: number, request: Request): Promise<Answer> {
  const connection = await openConnection(port)
  try {
    connection.write(messageOf(request))
    const answer = await connection.answer(request.method ?? 'GET')
    if (field(answer, 'connection') === 'close') {
      const rest = await connection.rest()
      if (rest !== '') throw new Error(`after the answer came: ${rest.slice(0, 200)}`)
    } else {
      connection.write(probe)
      const next = await connection.answer('GET')
      if (next.status !== 200) throw new Error(`the next answer was ${next.status}`)
    }
    return answer
  } finally {
    connection.close()
  }
}
