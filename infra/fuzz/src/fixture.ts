import { freshEmail, freshName, jpeg, multipartBody, png } from '@vitrine/testing'
import type { Reference } from './request.js'
import { send } from './send.js'

export type Addresses = { management: string; delivery: string }

/**
 * The tenant that the requests are about, with one resource of each kind, and a second tenant without
 * access to it. Resources that requests create are added, and only those may be deleted.
 */
export async function createFixture({ management }: Addresses) {
  const files = [await jpeg(), await png({ width: 20, height: 10 })]
  const owner = await register(management)
  const stranger = await register(management)
  const post = (path: string, body: object) => create(management, owner.token, path, body)

  const projectId = await post(`/api/organizations/${owner.organizationId}/projects`, { name: 'P' })
  const base = `/api/projects/${projectId.id}`
  const { body, contentType } = multipartBody([
    { name: 'file', filename: 'a.jpg', content: files[0] ?? '' },
  ])
  const asset = await create(management, owner.token, `${base}/assets`, body, contentType)
  const slug = freshName('fuzz')
  const assetIds = [asset.id]
  const widget = await post(`${base}/widgets`, { name: 'W', slug, assetIds, layout: 'GRID' })
  const url = `${base}/widgets/${widget.id}/publish`
  const headers = { authorization: `Bearer ${owner.token}` }
  await send({ base: management, method: 'PUT', url, headers, body: undefined })
  const apiKey = await post(`${base}/api-keys`, { name: 'K' })

  const known: Record<string, string[]> = {
    orgId: [owner.organizationId],
    userId: [owner.userId],
    projectId: [projectId.id],
    assetId: [asset.id],
    widgetId: [widget.id],
    widgetSlug: [slug],
    keyId: [apiKey.id],
  }
  /** Resources that requests created, which may be deleted. */
  const spares: Record<string, string[]> = {}

  return {
    files,
    uuids: [projectId.id, asset.id, widget.id, apiKey.id, owner.organizationId, owner.userId],
    tokens: { own: owner.token, foreign: stranger.token, broken: 'e30.e30.e30' },
    keys: { own: String(apiKey.key), foreign: `pk_${'a'.repeat(38)}`, broken: 'pk_x' },

    /** The value for a parameter. A resource to delete is one that a request created. */
    resolve: (name: string, reference: Reference, isDeleted: boolean): string => {
      if ('text' in reference) return reference.text
      const lasting = isDeleted || isRoot(name) ? [] : (spares[name] ?? [])
      const candidates = isDeleted ? (spares[name] ?? []) : [...(known[name] ?? []), ...lasting]
      return candidates[reference.pick % Math.max(candidates.length, 1)] ?? unknownId
    },
    /** Adds the resource that a 201 created. */
    made: (name: string, id: string): void => {
      const ids = spares[name] ?? []
      ids.push(id)
      spares[name] = ids.slice(-50)
    },
  }
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>

/** All other resources belong to these. They never change, so that requests find resources. */
const isRoot = (name: string) => name === 'orgId' || name === 'projectId'
const unknownId = '00000000-0000-4000-8000-000000000000'

type Created = { id: string } & Record<string, unknown>

async function register(base: string) {
  const account = {
    organizationName: freshName('Fuzz'),
    name: 'Fuzz',
    email: freshEmail(),
    password: 'a long password',
  }
  const body = await create(base, undefined, '/api/auth/register', account)
  const { accessToken, organizationId, user } = body as unknown as {
    accessToken: string
    organizationId: string
    user: { id: string }
  }
  return { token: accessToken, organizationId, userId: user.id }
}

/** @throws when the answer is not a 201: the fixture cannot be created. */
async function create(
  base: string,
  token: string | undefined,
  url: string,
  content: object,
  contentType = 'application/json',
): Promise<Created> {
  const headers = {
    'content-type': contentType,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const body = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const answer = await send({ base, method: 'POST', url, headers, body })
  if (answer.status === 201) return JSON.parse(answer.body)
  throw new Error(`POST ${url}: expected a 201, got ${answer.status}: ${answer.body}`)
}
