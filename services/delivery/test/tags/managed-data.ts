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
  | 'signing-keys'

/** A resource with an address in the management API. */
export type Thing = {
  kind: Kind
  id: string
  path: string
  /** The token of a user who may change it. */
  token: string
  /** The project of an asset, the organization of a project. */
  parent: Thing | null
}

export type Answer = { status: number; body: Record<string, unknown> }

/** The resources that a sequence of calls has created, known only from the answers. */
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
    /** All possible delivery requests, including those for deleted resources. */
    asked: asked as Subjects,
    /** The calls so far, a line for each. */
    journal: journal as readonly string[],
    all: (kind: Kind): Thing[] => things.filter((thing) => thing.kind === kind),

    /** A new user with a token and an organization. */
    addAccount: ({ accessToken, organizationId }: Answer['body']): void => {
      const token = String(accessToken)
      const [id, path] = [String(organizationId), `/api/organizations/${organizationId}`]
      const account: Thing = { kind: 'account', id: token, path: '/api', token, parent: null }
      things.push(account, { kind: 'organizations', id, path, token, parent: account })
    },
    /** The resource that a 201 returned. */
    add: (kind: Kind, parent: Thing, { id, key }: Answer['body']): void => {
      const path = contents.has(kind) ? `${parent.path}/${kind}/${id}` : `/api/${kind}/${id}`
      things.push({ kind, id: String(id), path, token: parent.token, parent })
      if (kind === 'projects') asked.projects.push(String(id))
      if (kind === 'assets') asked.assets.push({ projectId: parent.id, id: String(id) })
      if (kind === 'api-keys') asked.hashes.push(createHash('sha256').update(String(key)).digest())
    },
    /** Including everything in it. */
    remove: (gone: Thing): void => {
      things = things.filter((thing) => !isWithin(thing, gone))
    },

    /** @throws if the service fails. Invalid calls are answered with 4xx. */
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

/** The resources below the address of a project. */
const contents: ReadonlySet<Kind> = new Set([
  ...(['widgets', 'assets', 'folders', 'api-keys', 'signing-keys'] as const),
])

const isWithin = (thing: Thing | null, whole: Thing): boolean =>
  thing !== null && (thing === whole || isWithin(thing.parent, whole))
