import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { reconcile } from '../../src/controls/reconcile.ts'

const shown = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, label: name, value }))

t.test('what others have changed is taken over, or is a choice', async (t) => {
  const before = shown({ name: 'Summer', slug: 'summer' })
  const now = shown({ name: 'Autumn', slug: 'autumn' })
  const found = reconcile(before, now, { name: 'Winter', slug: 'summer' })
  t.match(found.taken, [{ name: 'slug', value: 'autumn' }], 'not touched here')
  t.match(found.choices, [{ name: 'name', value: 'Autumn' }], 'changed here, too')
  t.same(reconcile(before, now, { name: 'Autumn', slug: 'autumn' }), { taken: [], choices: [] })
  t.same(reconcile(before, before, { name: 'Winter' }), { taken: [], choices: [] })
})

t.test('no change is lost: each field has mine, theirs, or a choice of both', async () => {
  const values = fc.record({ a: fc.constantFrom('', '1', '2'), b: fc.constantFrom('', '1', '2') })
  fc.assert(
    fc.property(values, values, values, (before, now, mine) => {
      const { taken, choices } = reconcile(shown(before), shown(now), mine)
      return (['a', 'b'] as const).every((name) => {
        const isTaken = taken.some((one) => one.name === name)
        const isChoice = choices.some((one) => one.name === name)
        const bothChanged = mine[name] !== before[name] && now[name] !== before[name]
        return (
          isChoice === (bothChanged && mine[name] !== now[name]) &&
          isTaken === (mine[name] === before[name] && now[name] !== before[name])
        )
      })
    }),
  )
})
