import { until } from '@vitrine/testing'
import type { Test } from 'tap'
import { type Answer, field, openConnection } from './connection.js'
import { messageOf, type Request } from './request.js'
import { checkRules } from './rules.js'

/** One requirement of the standard or the contract, as a request and the expected answer. */
export type Case = Request & {
  name: string
  status: number
  /** The expected error code of the contract. */
  code?: string
  /** Expected header fields: a value, a pattern, or null for a field that must be absent. */
  answered?: Readonly<Record<string, string | RegExp | null>>
  /** The expected bytes, if known. */
  body?: Buffer
}

/**
 * Runs every case on a separate connection, followed by one more request on the same connection: a response
 * with a wrong length would corrupt the next one.
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

/**
 * Sends one request, and checks that the connection state matches the response. A replica that a busy machine has cost its
 * lease asks to repeat it.
 */
export const ask = (port: number, request: Request): Promise<Answer> =>
  until(async () => {
    const answer = await askOnce(port, request)
    return !(answer.status === 503 && answer.content.includes('"DATABASE_UNAVAILABLE"')) && answer
  })

async function askOnce(port: number, request: Request): Promise<Answer> {
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
