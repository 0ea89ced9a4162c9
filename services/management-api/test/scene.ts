import type { Test } from 'tap'
import { build } from './build.js'
import { createProject, register } from './client.js'

/** An app, and the owner of an organization with a project. */
export async function createScene(t: Test) {
  const app = await build(t)
  const owner = await register(app)
  const project = await createProject(owner)
  return { app, owner, project, projectId: project.id, url: `/api/projects/${project.id}` }
}
