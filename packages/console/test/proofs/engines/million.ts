import type { Test } from 'tap'
import type { Person } from './people.ts'

const count = 1_000_000

/** In the page: lists of pictures have a million, and each page of them is made here. @param sample one real page. */
const stub = (sample: object): string => `
const sample = ${JSON.stringify(sample)}
const fetchReally = window.fetch
window.fetch = (request, ...rest) => {
  const { pathname, searchParams } = new URL(request.url ?? request, location.href)
  if (!pathname.endsWith('/assets')) return fetchReally(request, ...rest)
  const [page, size] = ['page', 'size'].map((name) => Number(searchParams.get(name)))
  const first = page * size
  const content = Array.from({ length: Math.min(size, ${count} - first) }, (_, at) =>
    ({ ...sample.content[0], id: String(first + at), filename: first + at + '.jpg' }))
  return Promise.resolve(Response.json({ ...sample, content, page, size, totalElements: ${count} }))
}`

/** `inSight`: whether a cell with its name is drawn at its place in the window, where a pointer would hit it. */
const looks = `
const isFocused = (index) => document.activeElement?.dataset.index === String(index)
const inSight = (index) => {
  const cell = document.querySelector('[data-index="' + index + '"]')
  const { left, top, width, height } = cell?.getBoundingClientRect() ?? new DOMRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return cell?.textContent.includes(index + '.jpg') && cell.contains(hit)
}
`

/** Both ends of a list that is higher than the engine's elements may be. The person is on another page of the project. */
export async function checkMillion(t: Test, person: Person, sample: object): Promise<void> {
  const sees = (what: string) => person.run(`${looks} await until(() => ${what})`)
  await person.run(stub(sample))
  await person.click('a', 'Library')
  await sees('inSight(0)')
  await person.run(`document.querySelector('[data-index="0"]').focus()`)
  const last = count - 1
  await person.press('End')
  await sees(`inSight(${last}) && isFocused(${last})`)
  await person.press('Home')
  await sees('inSight(0) && isFocused(0)')
  const scrollTo = (top: string) =>
    person.run(`const grid = document.querySelector('[role="grid"]'); grid.scrollTop = ${top}`)
  await scrollTo('grid.scrollHeight')
  await sees(`inSight(${last}) && document.activeElement.matches('[role="grid"]')`)
  await scrollTo('(grid.scrollHeight - grid.clientHeight) / 2')
  await sees(`inSight(${count / 2})`)
  await scrollTo('0')
  await sees('inSight(0) && isFocused(0)')
  t.pass('both ends are seen')
}
