import { createAdmin } from '../admin.js'
import type { Stack } from '../with-stack.js'

/** A published widget that is unpublished and published alternately, and checked through delivery. */
export async function createSubject(stack: Stack) {
  const admin = await createAdmin(stack.management.url)
  const { id: projectId } = await admin.createProject('Coherence')
  const project = `/api/projects/${projectId}`
  const { key } = await admin.post<{ key: string }>(`${project}/api-keys`, { name: 'bench' })
  const input = { name: 'Bench', slug: 'bench', layout: 'GRID', assetIds: [] }
  const { id } = await admin.post<{ id: string }>(`${project}/widgets`, input)
  const widget = `${project}/widgets/${id}`
  await admin.put(`${widget}/publish`)
  let isPublished = true

  return {
    toggle: async (): Promise<void> => {
      await admin.put(`${widget}/${isPublished ? 'unpublish' : 'publish'}`)
      isPublished = !isPublished
    },
    /** @throws if the replica's answer predates the last toggle. */
    check: async (deliveryUrl: string): Promise<void> => {
      const response = await fetch(`${deliveryUrl}/api/v1/widgets/bench`, {
        headers: { 'x-api-key': key },
      })
      await response.arrayBuffer()
      const expected = isPublished ? 200 : 404
      if (response.status === expected) return
      throw new Error(`${deliveryUrl} answered ${response.status} where ${expected} is true`)
    },
  }
}

export type Subject = Awaited<ReturnType<typeof createSubject>>
