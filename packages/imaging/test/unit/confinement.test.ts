import t from '@vitrine/testing/t'
import { reservedForCode } from '../../src/processes/confinement.js'

t.test('a writable reservation for code is found, and nothing else', (t) => {
  const heap = '2bb58000-2bda4000 rw-p 00000000 00:00 0    [heap]\n'
  const compiled = '7f0000000000-7f0000280000 rwxp 00000000 00:00 0 \n'
  const guarded = '7f5e80000000-7f5ea0000000 ---p 00000000 00:00 0 \n'
  const writable = '7f7b40280000-7f7b60000000 rwxp 00000000 00:00 0 \n'
  t.equal(reservedForCode(heap + compiled + guarded), 0)
  t.equal(reservedForCode(heap + compiled + writable), 0x1fd80000)
  t.equal(reservedForCode(''), 0)
  t.end()
})
