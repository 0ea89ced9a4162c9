// Needs a process of its own: it measures the memory of the process.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from '@vitrine/testing/t'
import { createMemory } from '../../../src/renditions/cache/memory.js'

const kilobyte = () => Buffer.alloc(1024)

t.test('it returns the stored buffer itself', async (t) => {
  const memory = createMemory({ maxBytes: 10_000 })
  const bytes = kilobyte()
  memory.keep('p/a/one', bytes)
  t.equal(memory.get('p/a/one'), bytes)
  t.equal(memory.get('p/a/two'), undefined)
})

t.test('never exceeds its limit, and keeps the most recently requested entries', async (t) => {
  const memory = createMemory({ maxBytes: 10_000 })
  memory.keep('p/a/asked for', kilobyte())
  for (let i = 0; i < 50; i += 1) {
    memory.keep(`p/a/${i}`, kilobyte())
    memory.get('p/a/asked for')
    t.ok(memory.sizeBytes() <= 10_000)
  }
  t.ok(memory.get('p/a/asked for'))
  t.ok(memory.get('p/a/49'))
  t.equal(memory.get('p/a/0'), undefined)
})

t.test('caches nothing with a limit of 0, and no entry larger than the limit', async (t) => {
  for (const maxBytes of [0, 1000]) {
    const memory = createMemory({ maxBytes })
    memory.keep('p/a/one', kilobyte())
    t.equal(memory.get('p/a/one'), undefined)
    memory.forget('a')
  }
})

t.test('only the given asset or project is forgotten', async (t) => {
  const fill = () => {
    const memory = createMemory({ maxBytes: 100_000 })
    for (const key of ['p/a/1', 'p/a/2', 'p/b/1', 'q/c/1']) memory.keep(key, kilobyte())
    return memory
  }
  const held = (memory: ReturnType<typeof fill>) =>
    ['p/a/1', 'p/a/2', 'p/b/1', 'q/c/1'].filter((key) => memory.get(key))
  const [asset, project, nothing] = [fill(), fill(), fill()]
  asset.forget('a')
  t.same(held(asset), ['p/b/1', 'q/c/1'])
  project.forget('p')
  t.same(held(project), ['q/c/1'])
  nothing.forget('x')
  t.equal(held(nothing).length, 4)
  asset.keep('p/a/1', kilobyte())
  asset.forget('p')
  t.same(held(asset), ['q/c/1'], 'a new entry is indexed again')
})

t.test('only entries that another tier has are released', async (t) => {
  const memory = createMemory({ maxBytes: 100_000 })
  for (const key of ['p/a/1', 'p/a/2', 'p/b/1']) memory.keep(key, kilobyte())
  memory.release((key) => key.startsWith('p/a/'))
  t.notOk(memory.get('p/a/1') ?? memory.get('p/a/2'))
  t.ok(memory.get('p/b/1'))
  memory.forget('p')
  t.equal(memory.sizeBytes(), 0)
})

t.test('forgetting is correct after evictions and replacements', async (t) => {
  const memory = createMemory({ maxBytes: 4000 })
  for (const key of ['p/a/1', 'p/a/1', 'p/a/2', 'p/b/1', 'p/b/2', 'p/b/3']) {
    memory.keep(key, kilobyte())
  }
  memory.forget('p')
  t.equal(memory.sizeBytes(), 0)
})

t.test('there is room for any number of bytes', (t) => {
  const memory = createMemory({ maxBytes: 1_000_000 })
  for (const size of [0, 1, 16_383, 16_384, 200_000]) {
    const bytes = memory.allocate(size)
    t.equal(bytes.length, size)
    t.ok(bytes.fill(7).every((byte) => byte === 7))
  }
  t.end()
})

t.test('the memory of dropped entries returns to the system despite later allocations', (t) => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const memory = createMemory({ maxBytes: 100_000_000 })
  collect()
  const before = process.memoryUsage.rss()
  const staying: Buffer[] = []
  for (let i = 0; i < 1500; i += 1) {
    memory.keep(`p/a/${i}`, memory.allocate(40_000).fill(1))
    staying.push(Buffer.allocUnsafeSlow(1000).fill(1))
  }
  t.ok(process.memoryUsage.rss() - before > 50_000_000, 'it was taken')
  memory.forget('p')
  collect()
  collect()
  const kept = process.memoryUsage.rss() - before
  t.ok(kept < 20_000_000, `${kept} bytes are still there`)
  t.equal(staying.length, 1500)
  t.end()
})
