import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { expiryAfter, lifetimes } from '../../src/account/expiry.ts'
import { actsOn, rolesToGive } from '../../src/members/authority.ts'
import { linkOf } from '../../src/members/link.ts'
import { parseMembersSearch } from '../../src/members/search.ts'
import { rolesUpTo } from '../../src/session/role-words.ts'

const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const
type Role = (typeof roles)[number]

/** Whether the role of the line may change a member of the role of the column, in the order of `roles`. */
const changes: Record<Role, readonly boolean[]> = {
  VIEWER: [false, false, false, false],
  EDITOR: [false, false, false, false],
  ADMIN: [true, true, true, false],
  OWNER: [true, true, true, true],
}

t.test('who may change and remove whom is the table of the service', async (t) => {
  for (const own of roles) {
    for (const [column, role] of roles.entries()) {
      const acts = actsOn({ userId: 'b', role }, { userId: 'a', role: own })
      const expected = changes[own][column]
      t.same(acts, { isSelf: false, mayChange: expected, mayRemove: expected }, `${own} on ${role}`)
    }
  }
})

t.test('everybody may leave, and only who governs changes the own role', async (t) => {
  for (const role of roles) {
    const self = { userId: 'a', role }
    const mayChange = role === 'ADMIN' || role === 'OWNER'
    t.same(actsOn(self, self), { isSelf: true, mayChange, mayRemove: true }, role)
  }
})

t.test(
  'a person gives no role above the own one, and who gives one may change its members',
  async (t) => {
    for (const own of roles) {
      const given = rolesToGive(own)
      t.ok(
        given.every((role) => rolesUpTo(own).includes(role)),
        own,
      )
      for (const role of roles) {
        const { mayChange } = actsOn({ userId: 'b', role }, { userId: 'a', role: own })
        t.equal(given.includes(role), mayChange, `${own} gives ${role}`)
      }
    }
  },
)

t.test('the token of any invitation is found again in its link, and in no request', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (token) => {
      const link = new URL(linkOf(token, 'https://vitrine.example'))
      return (
        link.pathname === '/console/invitation' &&
        link.search === '' &&
        decodeURIComponent(link.hash.slice(1)) === token
      )
    }),
  )
})

const anything = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined, '1e3', '0x10', ' 2 ', '-1', 'NaN', '007'),
  fc.array(fc.integer(), { maxLength: 2 }),
  fc.object({ maxDepth: 1 }),
)

t.test('any address of the members opens, and what it keeps is kept again', async (t) => {
  fc.assert(
    fc.property(anything, anything, (q, page) => {
      const search = parseMembersSearch({ q, page, other: q })
      t.same(parseMembersSearch({ ...search }), search)
      const { q: text = 'x', page: number = 1 } = search
      t.ok(text === text.trim() && text.length > 0 && text.length <= 200)
      t.ok(Number.isInteger(number) && number > 0 && number < 1e6)
      t.notOk('other' in search)
    }),
    { numRuns: 50 },
  )
})

t.test('a search for digits is one for their letters', async (t) => {
  t.same(parseMembersSearch({ q: 2026 }), { q: '2026' })
  t.same(parseMembersSearch({ q: 0 }), { q: '0' })
  t.same(parseMembersSearch({ q: ['ada'] }), {})
  t.same(parseMembersSearch({ q: 'x'.repeat(300) }), { q: 'x'.repeat(200) })
})

t.test('a token lives for its days, in whole seconds, and never beyond a year', async () => {
  const day = 86_400_000
  fc.assert(
    fc.property(
      fc.constantFrom(...lifetimes),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (days, now) => {
        const ends = expiryAfter(days, now)
        const left = Date.parse(ends) - now.getTime()
        return (
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(ends) &&
          left <= days * day &&
          left > days * day - 6 * 60_000 &&
          left < 365 * day
        )
      },
    ),
  )
})
