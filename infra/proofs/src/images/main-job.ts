import { createCaller } from '@vitrine/testing/http'
import { createAdminClient } from '../stack/admin-client.js'
import { createTenant, createWidget } from '../stack/tenants.js'

/** Register, upload, publish, fetch, unpublish. @throws with the first unexpected response. */
export async function doMainJob(
  management: string,
  delivery: string,
  signal: AbortSignal,
): Promise<void> {
  const admin = createAdminClient(() => [management], signal)
  const caller = createCaller({ timeoutMs: 60_000 })
  const expectStatus = async (path: string, expected: number) => {
    const { status, body } = await caller.send(delivery, { path })
    if (status !== expected) throw new Error(`${path}: ${status}, not ${expected}: ${body}`)
  }
  const project = await createTenant(admin)
  const { id } = await admin.upload(project, `${project.path}/assets`)
  const { slug, path } = await createWidget(admin, project, {}, [id])
  await admin.put(project, `${path}/publish`, {})
  await expectStatus(`/api/v1/widgets/${slug}?api_key=${project.key}`, 200)
  await expectStatus(`/api/v1/deliver/${project.projectId}/${id}?w=4&format=avif`, 200)
  await admin.put(project, `${path}/unpublish`, {})
  await expectStatus(`/api/v1/widgets/${slug}?api_key=${project.key}`, 404)
  admin.close()
  caller.close()
}
