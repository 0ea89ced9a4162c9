import { freshName, jpeg, png } from '@vitrine/testing'
import { createAdminClient } from '../stack/admin-client.js'
import { createKey, createWidget } from '../stack/tenants.js'
import type { Reference } from './request.js'

/**
 * The tenant that the requests are about, with one resource of each kind, and a second tenant without
 * access to it. Resources that requests create are added, and only those may be deleted.
 */
export async function createFixture(management: string, signal: AbortSignal) {
  const admin = createAdminClient(() => [management], signal)
  const owner = await admin.register()
  const stranger = await admin.register()
  const projects = `/api/organizations/${owner.organizationId}/projects`
  const { id: projectId } = await admin.create(owner, projects, () => ({ name: freshName('P') }))
  const project = { ...owner, path: `/api/projects/${projectId}` }
  const asset = await admin.upload(owner, `${project.path}/assets`)
  const widget = await createWidget(admin, project, {}, [asset.id])
  await admin.put(owner, `${widget.path}/publish`, {})
  const apiKey = await createKey(admin, project)
  admin.close()

  const known: Record<string, string[]> = {
    orgId: [owner.organizationId],
    userId: [owner.userId],
    projectId: [projectId],
    assetId: [asset.id],
    widgetId: [widget.id],
    widgetSlug: [widget.slug],
    keyId: [apiKey.id],
  }
  /** Resources that requests created, which may be deleted. */
  const spares: Record<string, string[]> = {}

  return {
    files: [await jpeg(), await png({ width: 20, height: 10 })],
    uuids: [projectId, asset.id, widget.id, apiKey.id, owner.organizationId, owner.userId],
    tokens: { own: owner.token, foreign: stranger.token, broken: 'e30.e30.e30' },
    keys: { own: apiKey.key, foreign: `pk_${'a'.repeat(38)}`, broken: 'pk_x' },

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
