import t from '@vitrine/testing/t'
import { logPage } from '../../src/change-feed/feed.js'

const row = (head: number, seq: number | null) => ({
  head: String(head),
  seq: seq === null ? null : String(seq),
  tags: seq === null ? null : [`tag ${seq}`],
})
const seqs = ({ changes, ...page }: ReturnType<typeof logPage>) => ({
  ...page,
  seqs: changes.map(({ seq }) => seq),
})

t.test('a page is the run of changes without a gap up to the last one', async (t) => {
  const table: [what: string, head: number, seqs: number[], from: number][] = [
    ['all of it', 3, [1, 2, 3], 0],
    ['a part', 9, [4, 5], 3],
    ['after the pruned part', 9, [8, 9], 7],
    ['after a gap', 9, [3, 4, 7, 8, 9], 6],
    ['after the last of several gaps', 9, [1, 3, 5, 9], 8],
  ]
  for (const [what, head, found, from] of table) {
    const page = logPage(
      found.map((seq) => row(head, seq)),
      () => -1,
    )
    const expected = found.filter((seq) => seq > from)
    t.same(seqs(page), { from, to: found.at(-1), head, seqs: expected }, what)
    t.same(page.changes[0]?.tags, [`tag ${from + 1}`], what)
  }
})

t.test('an empty page ends at the given position', async (t) => {
  const page = logPage([row(5, null)], (head) => head)
  t.same(seqs(page), { from: 5, to: 5, head: 5, seqs: [] })
})
