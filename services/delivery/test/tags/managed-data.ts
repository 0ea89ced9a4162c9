import { createHash } from 'node:crypto'
import type { Subjects } from './repository-answers.js'
import { slugs } from './small-database.js'

export type Kind =
  | 'account'
  | 'organizations'
  | 'projects'
  | 'widgets'
  | 'assets'
  | 'folders'
  | 'api-keys'

/** Something that has an address in the management API. */
export type Thing = {
  kind: Kind
  id: string
  path: string
  /** Of whoever may change it. */
  token: string
  /** The project of an asset, the organization of a project. */
  parent: Thing | null
}

export type Answer = { status: number; body: Record<string, unknown> }

/** What a sequence of calls has made, seen from outside: by the answers to the calls. */
export function createManagedData(serviceUrl: string, accounts: readonly Thing[]) {
  let things: Thing[] = [...accounts]
  const journal: string[] = []
  const asked = {
    projects: [] as string[],
    slugs,
    assets: [] as { projectId: string; id: string }[],
    hashes: [] as Buffer[],
  } satisfies Subjects

  return {
    /** All that delivery can be asked for, also of what is gone. */
    asked: asked as Subjects,
    /** The calls so far, a line for each. */
    journal: journal as readonly string[],
    all: (kind: Kind): Thing[] => things.filter((thing) => thing.kind === kind),

    /** Somebody new, with a token and an organization. */
    addAccount: ({ accessToken, organizationId }: Answer['body']): void => {
      const token = String(accessToken)
      const [id, path] = [String(organizationId), `/api/organizations/${organizationId}`]
      const account: Thing = { kind: 'account', id: token, path: '/api', token, parent: null }
      things.push(account, { kind: 'organizations', id, path, token, parent: account })
    },
    /** What a 201 told of. */
    add: (kind: Kind, parent: Thing, { id, key }: Answer['body']): void => {
      const path = contents.has(kind) ? `${parent.path}/${kind}/${id}` : `/api/${kind}/${id}`
      things.push({ kind, id: String(id), path, token: parent.token, parent })
      if (kind === 'projects') asked.projects.push(String(id))
      if (kind === 'assets') asked.assets.push({ projectId: parent.id, id: String(id) })
      if (kind === 'api-keys') asked.hashes.push(createHash('sha256').update(String(key)).digest())
    },
    /** With everything in it. */
    remove: (gone: Thing): void => {
      things = things.filter((thing) => !isWithin(thing, gone))
    },

    /** @throws when the service fails: of what is wrong with a call it says 4xx. */
    send: async (method: string, path: string, token: string, body?: unknown): Promise<Answer> => {
      const isForm = body instanceof FormData
      const response = await fetch(serviceUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      })
      const sent = body === undefined || isForm ? '' : ` ${JSON.stringify(body)}`
      journal.push(`${method} ${path}${sent} → ${response.status}`)
      const text = await response.text()
      if (response.status >= 500) throw new Error(text)
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
    },
  }
}

export type ManagedData = ReturnType<typeof createManagedData>

/** What stands below a project's address. */
const contents: ReadonlySet<Kind> = new Set(['widgets', 'assets', 'folders', 'api-keys'])

const isWithin = (thing: Thing | null, whole: Thing): boolean =>
  thing !== null && (thing === whole || isWithin(thing.parent, whole))
