import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import t from '@vitrine/testing/t'
import { takeLock } from '../../src/lock.js'
import { createPortBook } from '../../src/ports.js'
import { processIdentity } from '../../src/process/pid-file.js'
import { readOrCreateSecrets } from '../../src/secrets.js'
import { findDemo, readStackFile, writeStackFile } from '../../src/stack-file.js'

t.test('a lock has one owner at a time', async (t) => {
  const file = `${t.testdir()}/lock`
  const release = takeLock(file, 'the data folder x')
  t.throws(() => takeLock(file, 'the data folder x'), {
    message: new RegExp(`the data folder x is already in use by process ${process.pid}; stop`),
  })
  release()
  t.doesNotThrow(() => takeLock(file, 'the data folder x')())
})

t.test(
  'a lock of a dead process, or of a former process with the same pid, is taken over',
  async (t) => {
    const file = `${t.testdir()}/lock`
    const table = [
      '',
      '{',
      '{"pid":2147483646,"identity":"x"}',
      `{"pid":${process.pid},"identity":"x"}`,
    ]
    for (const content of table) {
      writeFileSync(file, content)
      t.doesNotThrow(() => takeLock(file, 'it')(), content)
    }
  },
)

t.test('a process’s identity is stable; without a process it is null', async (t) => {
  t.equal(processIdentity(process.pid), processIdentity(process.pid))
  t.not(processIdentity(process.pid), processIdentity(1))
  t.equal(processIdentity(2 ** 31 - 2), null)
})

t.test('a port is reused while it is free and never assigned twice', async (t) => {
  const file = `${t.testdir()}/ports.json`
  const former = await createPortBook(file)('redis')
  t.equal(await createPortBook(file)('redis'), former)

  const other = createServer().listen(former, '127.0.0.1')
  t.teardown(() => other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const book = createPortBook(file)
  const ports = [await book('redis'), await book('s3')]
  t.equal(new Set([former, ...ports]).size, 3)
})

t.test('secrets are long, persistent and readable only by the owner', async (t) => {
  const file = `${t.testdir()}/secrets.json`
  const { one } = readOrCreateSecrets(file, ['one'])
  const later = readOrCreateSecrets(file, ['one', 'two'])
  t.equal(later.one, one)
  t.match(later.two, /^[0-9a-f]{64}$/)
  t.equal(statSync(file).mode & 0o777, 0o600)
  writeFileSync(file, '{')
  t.throws(() => readOrCreateSecrets(file, ['one']), { message: /cannot be read; .*--reset/ })
})

t.test('the stack file is read as it was written', async (t) => {
  const file = `${t.testdir()}/stack.json`
  const demo = { email: 'e', password: 'p', projectId: 'i', apiKey: 'k', slugs: ['s'], missing: [] }
  const process = { url: 'http://127.0.0.1:1', pid: null }
  const stack = {
    base: 'http://localhost:1',
    site: 'http://127.0.0.1:2',
    mails: null,
    management: { url: 'u', pid: 1 },
    delivery: [],
    demo,
    postgres: process,
    redis: process,
    s3: { ...process, accessKey: 'a', secretKey: 's', bucket: 'b' },
  }
  writeStackFile(file, stack)
  t.same(readStackFile(file), stack)
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.throws(() => readFileSync(`${file}.new`))
})

t.test('an incomplete demo counts as no demo', async (t) => {
  const file = `${t.testdir({ 'demo.json': '{"email":"e"}' })}/demo.json`
  t.equal(findDemo(file), null)
  t.equal(findDemo(`${file}.missing`), null)
})
