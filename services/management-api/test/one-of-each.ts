import type { App } from '@vitrine/http'
import {
  createApiKey,
  createFolder,
  createJob,
  createPreset,
  createProject,
  createSigningKey,
  createWidget,
  invite,
  join,
  type Owner,
  upload,
} from './client.js'
import type { PathIds } from './endpoints.js'

/** Creates a project with one resource of each kind, another member, and an invitation. */
export async function createOneOfEach(app: App, owner: Owner): Promise<PathIds> {
  const { id: projectId } = await createProject(owner)
  return {
    orgId: owner.organizationId,
    projectId,
    assetId: (await upload(owner, projectId)).id,
    widgetId: (await createWidget(owner, projectId)).id,
    keyId: (await createApiKey(owner, projectId)).id,
    userId: (await join(app, owner, 'VIEWER')).userId,
    invitationId: (await invite(owner, owner.organizationId)).id,
    folderId: (await createFolder(owner, projectId)).id,
    jobId: await createJob(owner, projectId),
    presetName: (await createPreset(owner, projectId)).name,
    signingKeyId: (await createSigningKey(owner, projectId)).id,
  }
}
