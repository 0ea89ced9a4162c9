import t from '@vitrine/testing/t'
import { callsOf } from '../../src/first-load/calls.ts'

const [project, widget] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
]
const path = `/api/projects/${project}`
const list = `${path}/assets?sort=createdAt%2Cdesc&page=0&size=100`

const rows: [address: string, search: string, last: string | null, calls: string[]][] = [
  [`/console/p/${project}/library`, '', null, [path, list]],
  [`/console/p/${project}/library`, '?q=dune', null, [path]],
  [`/console/p/${project}/widgets`, '', null, [path]],
  [`/console/p/${project}/widgets/${widget}`, '', null, [path, `${path}/widgets/${widget}`]],
  [`/console/p/${project}/widgets/${widget}/code`, '', null, [path, `${path}/widgets/${widget}`]],
  [`/console/p/${project}/widgets/${widget}/view`, '', null, [`${path}/widgets/${widget}`]],
  [`/console/p/nothing/library`, '', null, []],
  ['/console/projects', '', project, []],
  ['/console/', '', project, [path, list]],
  ['/console/', '', null, []],
]
for (const [pathname, search, last, calls] of rows) {
  t.same(
    callsOf({ pathname, search }, () => last),
    calls,
    `${pathname}${search}`,
  )
}

t.test("the browser's storage is read for the address without a project alone", async (t) => {
  const unread = () => {
    throw new Error('it is not needed')
  }
  t.ok(callsOf({ pathname: `/console/p/${project}/library`, search: '' }, unread).length > 0)
  t.same(callsOf({ pathname: '/console/projects', search: '' }, unread), [])
})
