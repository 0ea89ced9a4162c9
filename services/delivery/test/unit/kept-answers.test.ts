import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { longestRestMs } from '@vitrine/coherence'
import { tags } from '@vitrine/contracts'
import { until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { createKeptAnswers } from '../../src/answers/kept-answers.js'

/** Answers under way over real connections, and a clock under the test's control. */
async function start(t: Test) {
  const now = { ms: 5000 }
  const kept = createKeptAnswers({ monotonicMs: () => now.ms })
  const responses: ServerResponse[] = []
  const server = createServer((_request, response) => void responses.push(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  /** An answer that has not begun, and how its client sees it end. */
  const ask = async (...names: string[]) => {
    const before = responses.length
    const outcome = new Promise<string>((resolve) => {
      const sent = request({ port, host: '127.0.0.1' }, (message: IncomingMessage) => {
        message.on('error', () => resolve('broken off')).resume()
        message.on('end', () => resolve('complete'))
      })
      sent.on('error', () => resolve('broken off')).end()
    })
    await until(() => responses.length > before)
    const response = responses.at(-1) as ServerResponse
    return { response, outcome, answer: kept.begin(response, names) }
  }
  return { now, kept, ask }
}

const [asset, other] = [tags.asset('a'), tags.asset('b')]

t.test('an answer that has not begun is not kept, and its client gets it', async (t) => {
  const { kept, ask } = await start(t)
  const [changed, unchanged] = [await ask(asset), await ask(other)]
  kept.drop([asset])
  t.equal(changed.answer.isOutdated, true)
  t.equal(unchanged.answer.isOutdated, false)
  t.equal(kept.restMs(), 0, 'no cache can have a part of it')
  changed.response.end()
  t.equal(await changed.outcome, 'complete')
})

t.test('an answer that has begun is broken off, and caches get time to notice', async (t) => {
  const { now, kept, ask } = await start(t)
  const [changed, unchanged] = [await ask(asset), await ask(other)]
  for (const { response } of [changed, unchanged]) {
    response.writeHead(200, { 'content-length': '4' })
    response.write('ab')
  }
  kept.drop([asset])
  t.equal(await changed.outcome, 'broken off')
  t.equal(kept.restMs(), longestRestMs)
  now.ms += longestRestMs
  t.equal(kept.restMs(), 0)
  unchanged.response.end('cd')
  t.equal(await unchanged.outcome, 'complete')
})

t.test('an answer that ended a moment ago may still be on its way into a cache', async (t) => {
  const { now, kept, ask } = await start(t)
  const { response, outcome } = await ask(asset)
  response.end('all')
  await outcome
  await until(() => response.closed)
  now.ms += longestRestMs - 1
  kept.drop([other])
  t.equal(kept.restMs(), 0)
  kept.drop([asset])
  t.equal(kept.restMs(), longestRestMs)
  now.ms += 10 * longestRestMs
  kept.drop([asset])
  t.equal(kept.restMs(), 0)
})

t.test('a change of everything, and a lease that has ended, outdate all', async (t) => {
  for (const drop of ['everything', 'lease'] as const) {
    const { kept, ask } = await start(t)
    const all = [await ask(asset), await ask(other)]
    if (drop === 'lease') kept.dropAll()
    else kept.drop([tags.everything])
    t.same(
      all.map(({ answer }) => answer.isOutdated),
      [true, true],
      drop,
    )
  }
})
