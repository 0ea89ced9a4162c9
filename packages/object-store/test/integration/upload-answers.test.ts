import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from '@vitrine/testing/t'
import { createObjectStore } from '../../src/object-store.js'
import { answering, errorBody, type Incoming, response } from '../answering.js'

const keys = { region: 'us-east-1', accessKey: 'key', secretKey: 'secret', bucket: 'bucket' }

/** Uploads a file of the given size to a store with the given answer. */
async function upload(
  t: Test,
  sizeBytes: number,
  answer: (incoming: Incoming) => Promise<void> | void,
) {
  const { endpoint, requests } = await answering(t, answer)
  const path = join(t.testdir(), 'file')
  await writeFile(path, randomBytes(sizeBytes))
  const store = createObjectStore({ ...keys, endpoint, timeoutMs: 15_000 })
  const put = () => store.putFile('object', path, sizeBytes, 'image/png')
  return { put, requests, path }
}

const sizes = { small: 1000, large: 12 * 1024 * 1024 }

for (const [name, sizeBytes] of Object.entries(sizes)) {
  t.test(
    `a ${name} upload succeeds if the store closes the connection after its answer`,
    async (t) => {
      const { put } = await upload(t, sizeBytes, async ({ socket, body }) => {
        await body()
        socket.end(response('200 OK', '', 'Connection: close\r\n'))
      })
      for (let i = 0; i < (sizeBytes > 1e6 ? 3 : 20); i += 1) await put()
      t.pass('each time')
    },
  )

  t.test(
    `a ${name} upload succeeds if the store resets the connection after its answer`,
    async (t) => {
      const { put } = await upload(t, sizeBytes, async ({ socket, body }) => {
        await body()
        socket.write(response('200 OK'), () => socket.resetAndDestroy())
      })
      await t.resolves(put())
    },
  )

  t.test(`a ${name} upload succeeds if the body of the answer is cut off`, async (t) => {
    const { put } = await upload(t, sizeBytes, async ({ socket, body }) => {
      await body()
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')
    })
    await t.resolves(put())
  })

  t.test(
    `a ${name} upload rejected before its body is read fails with that rejection`,
    async (t) => {
      for (const [status, code] of [
        ['403 Forbidden', 'InvalidAccessKeyId'],
        ['404 Not Found', 'NoSuchBucket'],
      ] as const) {
        const { put } = await upload(t, sizeBytes, ({ socket }) => {
          socket.end(response(status, errorBody(code), 'Connection: close\r\n'))
          socket.destroySoon()
        })
        await t.rejects(put(), { code: 'STORE_MISCONFIGURED', cause: { code } })
      }
    },
  )

  t.test(`a ${name} upload is retried if its new connection is reset`, async (t) => {
    const { put, requests } = await upload(t, sizeBytes, async ({ socket, body }) => {
      await body()
      if (requests() === 1) return void socket.resetAndDestroy()
      socket.end(response('200 OK'))
    })
    await t.resolves(put())
    t.equal(requests(), 2)
  })

  t.test(`a ${name} upload without an answer fails`, async (t) => {
    const { put, requests } = await upload(t, sizeBytes, async ({ socket, body }) => {
      await body()
      socket.resetAndDestroy()
    })
    await t.rejects(put(), { code: 'STORE_UNAVAILABLE', cause: { code: 'ECONNRESET' } })
    t.equal(requests(), 2, 'after one retry')
  })
}

t.test('an answer that arrives while the body is being sent counts', async (t) => {
  const { put } = await upload(t, sizes.large, async ({ socket, head }) => {
    t.match(head, /expect: 100-continue/i)
    socket.write('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write(response('400 Bad Request', errorBody('EntityTooLarge')))
  })
  await t.rejects(put(), { code: 'STORE_UNAVAILABLE', cause: { code: 'EntityTooLarge' } })
})

t.test('a success before the body was sent is an error', async (t) => {
  const { put } = await upload(t, sizes.large, ({ socket }) => {
    socket.write(response('200 OK'))
  })
  await t.rejects(put(), { code: 'STORE_UNAVAILABLE', cause: { code: 'IncompleteBody' } })
})

t.test('a rejection counts if the connection is reset during the body', async (t) => {
  for (let i = 0; i < 10; i += 1) {
    const { put } = await upload(t, sizes.large, ({ socket }) => {
      // Some stores request the body before they check the signature.
      socket.write('HTTP/1.1 100 Continue\r\n\r\n')
      socket.once('readable', () => {
        const refusal = response('403 Forbidden', errorBody('InvalidAccessKeyId'))
        socket.write(refusal, () => socket.resetAndDestroy())
      })
    })
    await t.rejects(put(), { code: 'STORE_MISCONFIGURED', cause: { code: 'InvalidAccessKeyId' } })
  }
})

t.test('the body is sent to a store that ignores Expect: 100-continue', async (t) => {
  const { put } = await upload(t, sizes.large, async ({ socket, head, body }) => {
    t.match(head, /expect: 100-continue/i)
    t.equal((await body('says nothing')).length, sizes.large)
    socket.write(response('200 OK'))
  })
  await t.resolves(put())
})

t.test('a missing file is an error of the file system', async (t) => {
  const { put, requests, path } = await upload(t, 10, ({ socket }) => {
    socket.end(response('200 OK'))
  })
  await rm(path)
  await t.rejects(put(), { code: 'ENOENT' })
  t.equal(requests(), 0)
})

t.test('only the beginning of a rejection is kept', async (t) => {
  const { put } = await upload(t, sizes.small, async ({ socket, body }) => {
    await body()
    const text = ' '.repeat(64 * 1024) + errorBody('AccessDenied')
    socket.end(response('418 Teapot', text, 'Connection: close\r\n'))
  })
  await t.rejects(put(), { cause: { code: 'HTTP 418' } })
})
