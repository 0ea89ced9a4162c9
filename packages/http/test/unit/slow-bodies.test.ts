import type { IncomingMessage, ServerResponse } from 'node:http'
import t from '@vitrine/testing/t'
import { allowSlowBody, createSlowBodies } from '../../src/body/slow-bodies.js'

/** The parts of a request that are read, and the answer that it got, if any. */
function upload(headers: Record<string, string> = { 'content-length': '1000' }) {
  const sent: string[] = []
  const socket = {
    bytesRead: 0,
    destroyed: false,
    end: (text: string) => void sent.push(text),
    destroy: () => undefined,
  }
  const request = { headers, socket, complete: false, readableLength: 0, url: '/upload?x=1' }
  const response = { req: request, socket, headersSent: false, statusCode: 200 }
  return {
    sent,
    socket,
    request: request as typeof request & IncomingMessage,
    response: response as unknown as ServerResponse,
  }
}

function start(limits = { silenceMs: 30, totalMs: 100 }) {
  let nowMs = 0
  const bodies = createSlowBodies(limits, () => nowMs)
  const passMs = (ms: number) => {
    nowMs += ms
    bodies.check()
  }
  return { bodies, passMs }
}

t.test('a large body that trickles steadily is never cut', async (t) => {
  const { bodies, passMs } = start()
  const { request, response, socket, sent } = upload()
  bodies.watch(request, response)
  allowSlowBody(request)
  for (let round = 0; round < 100; round += 1) {
    socket.bytesRead += 1
    passMs(29)
  }
  t.same(sent, [])
  request.complete = true
  passMs(1)
  t.equal(bodies.count(), 0)
})

t.test('silence is a 408 with the path of the request', async (t) => {
  const { bodies, passMs } = start({ silenceMs: 30_000, totalMs: 60_000 })
  const { request, response, socket, sent } = upload()
  bodies.watch(request, response)
  allowSlowBody(request)
  socket.bytesRead += 10
  passMs(1000)
  passMs(29_999)
  t.same(sent, [])
  passMs(1)
  t.match(sent[0], /^HTTP\/1\.1 408 /)
  t.match(sent[0], /"message":"No byte of the body arrived for 30 seconds\."/)
  t.match(sent[0], /"path":"\/upload"/)
  t.equal(response.statusCode, 408, 'for the log and the metrics')
  t.equal(bodies.count(), 0)
})

t.test('any other body has a total time limit, even if it arrives steadily', async (t) => {
  const { bodies, passMs } = start()
  const { request, response, socket, sent } = upload({ 'transfer-encoding': 'chunked' })
  bodies.watch(request, response)
  for (let round = 0; round < 10; round += 1) {
    socket.bytesRead += 1
    passMs(10)
  }
  t.match(sent[0], /^HTTP\/1\.1 408 /)
  t.match(sent[0], /The body took longer than 0\.1 seconds/)
})

t.test('unread bytes do not count as silence of the client', async (t) => {
  const { bodies, passMs } = start({ silenceMs: 30, totalMs: 10_000 })
  const { request, response, sent } = upload()
  bodies.watch(request, response)
  Object.assign(request, { readableLength: 1 })
  for (let round = 0; round < 10; round += 1) passMs(29)
  t.same(sent, [])
})

t.test('requests without a body and lost connections are not watched', async (t) => {
  const { bodies, passMs } = start()
  for (const headers of [{}, { 'content-length': '0' }]) {
    const { request, response } = upload(headers)
    bodies.watch(request, response)
  }
  t.equal(bodies.count(), 0)
  const { request, response, socket, sent } = upload()
  bodies.watch(request, response)
  socket.destroyed = true
  passMs(1000)
  t.equal(bodies.count(), 0)
  t.same(sent, [])
})
