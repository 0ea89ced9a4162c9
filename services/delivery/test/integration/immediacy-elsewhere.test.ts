import type { App } from '@vitrine/http'
import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { everyChangeCountsAtOnce } from '../every-change-counts.js'
import type { Project } from '../project.js'
import { fetchWidget } from '../requests.js'

const draft = { status: 'DRAFT', publishedAt: null } as const
const published = () => ({ status: 'PUBLISHED' as const, publishedAt: new Date() })

/** The status that a new key of the project gets for a slug. */
async function statusOf(project: Project, slug: string) {
  const { key } = await project.addKey()
  return async (app: App) => (await fetchWidget(app, slug, key)).statusCode
}

// Whether a slug that the project lacks is 403 or 404 depends on all other projects.
everyChangeCountsAtOnce(t, {
  'another project publishes the slug': async (project, tenant) => {
    const other = await tenant.addProject()
    const { id, slug } = await other.addWidget(draft)
    const change = () => other.editWidget(id, published())
    return { see: await statusOf(project, slug), before: 404, change, after: 403 }
  },
  'another project moves a widget to the slug': async (project, tenant) => {
    const other = await tenant.addProject()
    const [{ id }, slug] = [await other.addWidget(), freshName('moved')]
    const change = () => other.editWidget(id, { slug })
    return { see: await statusOf(project, slug), before: 404, change, after: 403 }
  },
  'the other project unpublishes it': async (project, tenant) => {
    const other = await tenant.addProject()
    const { id, slug } = await other.addWidget()
    const change = () => other.editWidget(id, draft)
    return { see: await statusOf(project, slug), before: 403, change, after: 404 }
  },
  'the other project deletes its widget': async (project, tenant) => {
    const other = await tenant.addProject()
    const { id, slug } = await other.addWidget()
    const change = () => other.deleteWidget(id)
    return { see: await statusOf(project, slug), before: 403, change, after: 404 }
  },
  'one of two others unpublishes it': async (project, tenant) => {
    const [first, second] = [await tenant.addProject(), await tenant.addProject()]
    const { id, slug } = await first.addWidget()
    await second.addWidget({ slug })
    const change = () => first.editWidget(id, draft)
    return { see: await statusOf(project, slug), before: 403, change, after: 403 }
  },
  'the other project is deleted': async (project, tenant) => {
    const other = await tenant.addProject()
    const { slug } = await other.addWidget()
    const change = other.delete
    return { see: await statusOf(project, slug), before: 403, change, after: 404 }
  },
  'two others that publish it are deleted': async (project, tenant) => {
    const [first, second] = [await tenant.addProject(), await tenant.addProject()]
    const { slug } = await first.addWidget()
    await second.addWidget({ slug })
    const change = async () => {
      await first.delete()
      await second.delete()
    }
    return { see: await statusOf(project, slug), before: 403, change, after: 404 }
  },
  'the project gets a draft of its own': async (project, tenant) => {
    const { slug } = await (await tenant.addProject()).addWidget()
    const change = () => project.addWidget({ ...draft, slug })
    return { see: await statusOf(project, slug), before: 403, change, after: 404 }
  },
  'the project publishes a widget of its own': async (project, tenant) => {
    const { slug } = await (await tenant.addProject()).addWidget()
    const change = () => project.addWidget({ slug })
    return { see: await statusOf(project, slug), before: 403, change, after: 200 }
  },
  'the project gives the slug up': async (project, tenant) => {
    const { slug } = await (await tenant.addProject()).addWidget()
    const { id } = await project.addWidget({ slug })
    const change = () => project.editWidget(id, { slug: freshName('moved') })
    return { see: await statusOf(project, slug), before: 200, change, after: 403 }
  },
})
