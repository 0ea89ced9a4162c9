import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  begin,
  emptyQueue,
  end,
  type FairQueue,
  inTurns,
  join,
  type Waiter,
  whoYields,
  without,
} from '../../../src/renditions/admission/fair-queue.js'

type Named = Waiter & { name: string }

/** @param name `b2` is the second work of the tenant b. */
const work = (name: string, fields: Partial<Waiter> = {}): Named => ({
  name,
  tenantId: name.slice(0, 1),
  turns: 1,
  rank: 0,
  ...fields,
})
const queueOf = (...works: Named[]): FairQueue<Named> =>
  works.reduce<FairQueue<Named>>(join, emptyQueue())
const named = (...names: string[]) => queueOf(...names.map((name) => work(name)))
const namesOf = (queue: FairQueue<Named>) => inTurns(queue).map(({ name }) => name)

/** Begins the next one, and says which. */
function beginNext(queue: FairQueue<Named>): [FairQueue<Named>, Named] {
  const [next] = inTurns(queue)
  if (next === undefined) throw new Error('none waits')
  return [begin(queue, next), next]
}

/** All that wait, one after the other. */
function drain(queue: FairQueue<Named>): string[] {
  if (inTurns(queue).length === 0) return []
  const [rest, next] = beginNext(queue)
  return [next.name, ...drain(end(rest, next.tenantId))]
}

t.test('tenants take turns', async (t) => {
  t.same(namesOf(named('a1', 'a2', 'a3', 'b1', 'b2', 'c1')), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  t.same(namesOf(emptyQueue()), [])
})

t.test('of one tenant the smallest rank comes first, then the one that joined first', async (t) => {
  const queue = queueOf(
    work('a1', { rank: 5 }),
    work('a2', { rank: 1 }),
    work('a3', { rank: 5 }),
    work('a4', { rank: 1 }),
  )
  t.same(namesOf(queue), ['a2', 'a4', 'a1', 'a3'])
})

t.test('work that is worth n turns is followed by n of another tenant', async (t) => {
  const dear = { turns: 3 }
  const queue = queueOf(
    work('a1', dear),
    work('a2', dear),
    ...['b1', 'b2', 'b3', 'b4'].map((b) => work(b)),
  )
  t.same(namesOf(queue), ['a1', 'b1', 'b2', 'b3', 'a2', 'b4'])
})

t.test('parts of turns add up', async (t) => {
  const works = ['b1', 'b2', 'b3', 'b4', 'b5', 'b6'].map((name) => work(name))
  const queue = queueOf(...['a1', 'a2', 'a3'].map((a) => work(a, { turns: 1.5 })), ...works)
  t.same(namesOf(queue), ['a1', 'b1', 'a2', 'b2', 'b3', 'a3', 'b4', 'b5', 'b6'])
})

t.test('a newcomer comes after one work of each other tenant', async (t) => {
  let [queue] = beginNext(named('a1', 'a2', 'a3', 'b1', 'b2'))
  queue = join(queue, work('c1'))
  t.same(namesOf(queue), ['b1', 'a2', 'c1', 'b2', 'a3'])
  t.same(namesOf(end(queue, 'a')), ['b1', 'c1', 'a2', 'b2', 'a3'], 'it came while a1 ran')
})

t.test('a tenant that leaves and comes back gains nothing', async (t) => {
  const [queue] = beginNext(named('a1', 'b1', 'b2'))
  const back = join(end(queue, 'a'), work('a2'))
  t.same(namesOf(back), ['b1', 'a2', 'b2'])
})

t.test('what a tenant owes is forgotten when it has no work, and not before', async (t) => {
  const [queue] = beginNext(queueOf(work('a1', { turns: 10 }), work('b1'), work('b2')))
  t.same(namesOf(join(queue, work('a2'))), ['b1', 'b2', 'a2'])
  t.same(namesOf(join(end(queue, 'a'), work('a2'))), ['b1', 'a2', 'b2'])
  t.equal(end(queue, 'a').lines.length, 1)
})

t.test('a tenant that could not begin in its turn saves up no more than that one', async (t) => {
  let queue = named('a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'b4')
  for (const name of ['b1', 'b2', 'b3']) {
    const next = inTurns(queue).find((one) => one.name === name)
    if (next !== undefined) queue = begin(queue, next)
  }
  t.same(namesOf(queue), ['a1', 'b4', 'a2', 'a3'])
})

t.test('those that leave give their place up', async (t) => {
  const queue = named('a1', 'a2', 'b1')
  const [first, second] = inTurns(queue)
  if (first === undefined || second === undefined) throw new Error('none waits')
  const rest = without(queue, new Set([first, second]))
  t.same(namesOf(rest), ['a2'])
  t.equal(rest.lines.length, 1)
  t.same(without(rest, new Set([first])), rest, 'once')
  t.same(begin(rest, work('x')), rest)
  t.same(end(rest, 'x'), rest)
})

t.test('the tenant with most waiting work yields its last one', async (t) => {
  const cases: [queue: FairQueue<Named>, newcomer: Named, yields: string | null][] = [
    [named('a1', 'a2', 'a3', 'b1', 'b2'), work('c1'), 'a3'],
    [named('a1', 'a2', 'b1', 'b2'), work('c1'), 'a2'],
    [named('a1', 'a2', 'b1'), work('b2'), null],
    [named('a1', 'a2'), work('a3'), null],
    [named('a1', 'b1'), work('c1'), null],
    [queueOf(work('a1', { turns: 9 }), work('b1')), work('c1'), null],
    [queueOf(work('a1', { turns: 9 }), work('a2')), work('c1', { turns: 10 }), null],
    [queueOf(work('a1', { turns: 9 }), work('a2')), work('c1', { turns: 9 }), 'a2'],
    [emptyQueue(), work('a1'), null],
  ]
  for (const [queue, newcomer, name] of cases) {
    t.equal(whoYields(join(queue, newcomer), newcomer)?.name ?? null, name)
  }
})

const works = fc
  .array(
    fc.record({
      tenantId: fc.constantFrom('a', 'b', 'c', 'd'),
      turns: fc.double({ min: 0.1, max: 20, noNaN: true }),
      rank: fc.nat(9),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map((fields, i) => ({ ...fields, name: `${fields.tenantId}${i}` })))

t.test('the foretold order is the one in which they begin', async () => {
  fc.assert(
    fc.property(works, (all) => {
      const queue = queueOf(...all)
      return namesOf(queue).join() === drain(queue).join()
    }),
  )
})

t.test('the works of one tenant begin by rank, and by when they joined', async () => {
  fc.assert(
    fc.property(works, (all) => {
      const order = inTurns(queueOf(...all))
      return ['a', 'b', 'c', 'd'].every((tenant) => {
        const isOf = ({ tenantId }: Waiter) => tenantId === tenant
        const sorted = all.filter(isOf).toSorted((a, b) => a.rank - b.rank)
        const begun = order.filter(isOf)
        return begun.map(({ name }) => name).join() === sorted.map(({ name }) => name).join()
      })
    }),
  )
})

t.test('a tenant without work is passed once by each other one at most', async () => {
  fc.assert(
    fc.property(works, fc.nat(40), (all, begunBefore) => {
      let queue = queueOf(...all.map((one) => ({ ...one })))
      for (let i = 0; i < Math.min(begunBefore, all.length); i += 1) {
        const [rest, { tenantId }] = beginNext(queue)
        queue = end(rest, tenantId)
      }
      const order = namesOf(join(queue, work('x')))
      const before = order.slice(0, order.indexOf('x')).map((name) => name.slice(0, 1))
      return new Set(before).size === before.length
    }),
  )
})

t.test('tenants that always have work get the same share, but for one work', async () => {
  const turns = fc.array(fc.double({ min: 1, max: 20, noNaN: true }), {
    minLength: 30,
    maxLength: 30,
  })
  fc.assert(
    fc.property(turns, turns, (ofA, ofB) => {
      const lineOf = (name: string, all: number[]) => all.map((turns) => work(name, { turns }))
      let queue = queueOf(...lineOf('a', ofA), ...lineOf('b', ofB))
      const had = { a: 0, b: 0 }
      while (queue.lines.length === 2 && queue.lines.every(({ waiters }) => waiters.length > 0)) {
        const [rest, { tenantId, turns }] = beginNext(queue)
        had[tenantId as 'a' | 'b'] += turns
        // The largest work is worth 20 turns, and turns begin at whole ones.
        if (Math.abs(had.a - had.b) > 21) return false
        queue = end(rest, tenantId)
      }
      return true
    }),
  )
})

t.test('there is a line for each tenant that has work, and for no other', async () => {
  const step = fc.tuple(
    fc.constantFrom('join', 'join', 'begin', 'begin', 'end', 'leave'),
    fc.nat(2),
  )
  const steps = fc.array(step, { maxLength: 40 })
  fc.assert(
    fc.property(steps, (all) => {
      let queue = emptyQueue<Named>()
      const running: string[] = []
      for (const [what, nth] of all) {
        const waiting = inTurns(queue)
        const one = waiting[nth % Math.max(1, waiting.length)]
        if (what === 'join') queue = join(queue, work('abc'.charAt(nth)))
        else if (what === 'begin' && one !== undefined) {
          queue = begin(queue, one)
          running.push(one.tenantId)
        } else if (what === 'end' && running.length > 0) queue = end(queue, running.shift() ?? '')
        else if (what === 'leave' && one !== undefined) queue = without(queue, new Set([one]))
        const tenants = new Set([...running, ...inTurns(queue).map(({ tenantId }) => tenantId)])
        if (queue.lines.length !== tenants.size) return false
        if (!queue.lines.every(({ tenantId }) => tenants.has(tenantId))) return false
      }
      return true
    }),
  )
})
