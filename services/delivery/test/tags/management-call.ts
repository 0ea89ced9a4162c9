import type { Kind, ManagedData, Thing } from './managed-data.js'

/** One call of the management API. Its target is chosen when it is made. */
export type Call = (world: ManagedData) => Promise<void>

/** A value that refers to the resources at the time of the call. */
export type Late = (world: ManagedData, project: Thing) => unknown
export type Fields = Record<string, unknown>

type Request = {
  method: 'POST' | 'PUT' | 'DELETE'
  /** The kind of the target, and its index modulo the number of such resources. */
  on: Kind
  nth: number
  /** Appended to the address of the target. */
  to?: string
  body?: Fields | FormData
  makes?: Kind
  /** Uses the address of a project that may not contain the target. */
  isAstray?: boolean
  /** The target stays: something below it is deleted. */
  keeps?: boolean
}

/** The call is skipped if there is no possible target. */
export const call =
  ({ method, on, nth, to = '', body, makes, isAstray = false, keeps = false }: Request): Call =>
  async (world) => {
    const about = nthOf(world.all(on), nth)
    if (about === undefined) return
    const path = (isAstray ? astray(world, about, nth) : about.path) + to
    const sent = body instanceof FormData ? body : resolved(body, world, about)
    const { status, body: told } = await world.send(method, path, about.token, sent)
    if (status === 204 && !keeps) world.remove(about)
    if (status === 201 && makes) world.add(makes, makes === on ? parentOf(about) : about, told)
  }

/** Many assets at once. The ones that the answer reports as deleted are removed. */
export const bulkCall =
  (nth: number, body: Fields): Call =>
  async (world) => {
    const project = nthOf(world.all('projects'), nth)
    if (project === undefined) return
    const sent = resolved(body, world, project)
    const answer = await world.send('POST', `${project.path}/assets/bulk`, project.token, sent)
    if (body.action !== 'delete' || answer.status !== 200) return
    const gone = (answer.body.results as { assetId: string; status: string }[])
      .filter(({ status }) => status === 'ok')
      .map(({ assetId }) => assetId)
    for (const asset of world.all('assets')) if (gone.includes(asset.id)) world.remove(asset)
  }

/** A new user with a new organization. */
export const registration =
  (account: () => Fields): Call =>
  async (world) => {
    const { status, body } = await world.send('POST', '/api/auth/register', '', account())
    if (status === 201) world.addAccount(body)
  }

export const nthOf = <Item>(items: readonly Item[], nth: number): Item | undefined =>
  items[nth % items.length]

function astray(world: ManagedData, about: Thing, nth: number): string {
  const other = nthOf(world.all('projects'), nth)
  return other ? about.path.replace(parentOf(about).path, other.path) : about.path
}

function parentOf({ parent, path }: Thing): Thing {
  if (parent === null) throw new Error(`${path} is in nothing`)
  return parent
}

/**
 * Resolves the values that are known only at the time of the call. Bodies of calls below an organization
 * refer to nothing.
 */
function resolved(fields: Fields | undefined, world: ManagedData, about: Thing) {
  if (fields === undefined) return undefined
  const project = about.kind === 'projects' ? about : (about.parent ?? about)
  const value = (given: unknown) =>
    typeof given === 'function' ? (given as Late)(world, project) : given
  return Object.fromEntries(Object.entries(fields).map(([name, given]) => [name, value(given)]))
}
