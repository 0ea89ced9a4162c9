import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { firstBytes } from '../../src/first-bytes.js'

t.test('no more bytes leave a stream than were asked for', async (t) => {
  const chunks = ['abc', 'def', 'ghi'].map((text) => Buffer.from(text))
  for (const [count, text] of [
    [1, 'a'],
    [3, 'abc'],
    [5, 'abcde'],
    [9, 'abcdefghi'],
    [20, 'abcdefghi'],
  ] as const) {
    const source = Readable.from(chunks)
    t.equal((await buffer(firstBytes(source, count))).toString(), text)
    t.ok(source.destroyed, 'and the rest is not waited for')
  }
})

t.test('a stream that breaks off breaks off', async (t) => {
  const breaking = async function* () {
    yield Buffer.from('abc')
    throw new Error('lost')
  }
  await t.rejects(buffer(firstBytes(Readable.from(breaking()), 5)), { message: 'lost' })
})

t.test('a reader that leaves early lets the source go', async (t) => {
  const source = Readable.from(['abc', 'def'].map((text) => Buffer.from(text)))
  for await (const chunk of firstBytes(source, 6)) {
    t.equal(String(chunk), 'abc')
    break
  }
  t.ok(source.destroyed)
})
