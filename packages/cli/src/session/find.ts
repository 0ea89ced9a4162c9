import type { Vitrine } from '@vitrine/sdk'
import { usageError } from '../failure.js'

type List = {
  path: '/api/organizations' | '/api/organizations/{orgId}/projects'
  kind: string
  option: string
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mostShown = 10

/**
 * The id of an organization or project that is given by id or slug, or of the only one.
 *
 * @throws CommandError naming the choices if there is not exactly one.
 */
export async function findOne(
  vitrine: Vitrine,
  { path, kind, option }: List,
  pathOf: () => Promise<Record<string, string>>,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined && uuid.test(given)) return given
  const { pages } = await import('@vitrine/sdk')
  const params = { path: await pathOf(), query: { size: 100 } } as never
  const slugs: string[] = []
  let only: string | undefined
  for await (const { id, slug } of pages(vitrine, path, { params })) {
    if (slug === given) return id
    slugs.push(slug)
    only = id
  }
  if (given === undefined && slugs.length === 1 && only !== undefined) return only
  const shown = slugs.slice(0, mostShown).join(', ')
  const choices = slugs.length === 0 ? 'There is none yet.' : `There are: ${shown}.`
  if (given !== undefined) throw usageError(`There is no ${kind} "${given}". ${choices}`)
  throw usageError(`Name the ${kind} by ${option} <slug or id>. ${choices}`)
}
