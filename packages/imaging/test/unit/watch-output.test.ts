import t from '@vitrine/testing/t'
import { watchOutput } from '../../src/memory/check.js'

const stack = ' 1: 0xd32b41  [/usr/bin/node]\n'.repeat(1000)

/** Messages of V8. */
const messages = [
  '#\n# Fatal error in , line 0\n# Fatal process out of memory: Zone\n#\n',
  'FATAL ERROR: Committing semi space failed. Allocation failed - JavaScript heap out of memory\n',
  '# Check failed: base::MemoryProtectionKey::SetPermissionsAndKey( page_allocator, region).\n',
  '# Check failed: SetPermissions(page_allocator, address, size, PageAllocator::kReadWrite).\n',
]

function readAll(chunks: string[]) {
  const output = watchOutput()
  for (const chunk of chunks) output.read(Buffer.from(chunk))
  return output
}

for (const message of messages) {
  t.test(`memory was refused: ${message.trim()}`, async (t) => {
    t.ok(readAll([message]).saysOutOfMemory())
    t.ok(readAll([message, stack, stack]).saysOutOfMemory(), 'stack traces follow')
    t.ok(readAll([stack, message, stack]).saysOutOfMemory(), 'stack traces before and after')
    t.ok(readAll([...message]).saysOutOfMemory(), 'one character at a time')
  })
}

t.test('other output says nothing about memory', async (t) => {
  const collection = 'Scavenge 7.2 (8.5) -> 6.9 (9.0) MB, 1.00 ms, allocation failure;\n'
  const chunks = ['# Check failed: size > 0.\n', collection, stack]
  t.notOk(readAll(chunks).saysOutOfMemory())
})

t.test('the output of an earlier job does not count', async (t) => {
  const output = readAll([messages[0] ?? ''])
  output.forget()
  output.read(Buffer.from(stack))
  t.notOk(output.saysOutOfMemory())
})

t.test('nor does a message of which one half was written in each job', async (t) => {
  const output = readAll(['Fatal process out of '])
  output.forget()
  output.read(Buffer.from('memory'))
  t.notOk(output.saysOutOfMemory())
})
