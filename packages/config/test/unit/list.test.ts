import t from '@vitrine/testing/t'
import { listOf } from '../../src/list.js'

const table: [text: string, items: string[]][] = [
  ['', []],
  [' , ', []],
  ['loopback', ['loopback']],
  [' loopback ,192.0.2.0/24,', ['loopback', '192.0.2.0/24']],
]

t.test('a setting that is a list is its items, without blanks and empty ones', async (t) => {
  for (const [text, items] of table) t.same(listOf(text), items, text)
})
