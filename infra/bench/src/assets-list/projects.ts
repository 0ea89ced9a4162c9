import type { Database } from '@vitrine/database'
import type { Admin } from '../admin.js'
import { bars, type Case, pageOf } from './case.js'

const widgetsEach = 10
/** Every 100th project has a name that the search finds. */
const summerEvery = 100

/** Projects with ten widgets and an asset each, in an organization whose budget allows them. */
export async function fillProjects(database: Database, organizationId: string, count: number) {
  await database.organizationBudget.create({ data: { organizationId, projects: 2 * count } })
  await database.$executeRaw`
    WITH made AS (
      INSERT INTO projects (organization_id, name, slug, created_at, updated_at)
      SELECT ${organizationId}::uuid,
        CASE WHEN i % ${summerEvery}::int = 1 THEN 'Summer ' ELSE 'Neighbour ' END || lpad(i::text, 6, '0'),
        'neighbour-' || i, now() - i * interval '1 minute', now() - i * 7919 % ${count}::int * interval '1 minute'
      FROM generate_series(1, ${count}) AS i
      RETURNING id
    ), filled AS (
      INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256,
        tags, updated_at)
      SELECT id, 'a.jpg', 'image/jpeg', 1, 1, 1, '', '{}', now() FROM made
    )
    INSERT INTO widgets (project_id, name, slug, layout, updated_at)
    SELECT id, 'Widget', 'widget-' || i, 'GRID', now() FROM made, generate_series(1, ${widgetsEach}) AS i`
  for (const table of ['projects', 'widgets', 'filter_counts']) {
    await database.$executeRawUnsafe(`VACUUM (ANALYZE) ${table}`)
  }
}

type Listed = { content: { name: string; counts: { widgets: number } }[] }

/** Pages of the projects of an organization, each with its counts. @param total of all its projects. */
export function projectCases(admin: Admin, projects: number, total: () => number): Case[] {
  const path = `/api/organizations/${admin.organizationId}/projects`
  const list = { name: `${projects} projects`, path }
  const page = (query: string, barMs: number, count?: number): Case => ({
    ...pageOf(admin, list, { query, barMs, total: 0 }),
    call: () => pageOf(admin, list, { query, barMs, total: count ?? total() }).call(),
  })
  const summers = projects / summerEvery
  return [
    page('page=0', bars.kept),
    page('size=100', bars.kept),
    page('page=1000&size=5', bars.kept),
    page('sort=name', bars.kept),
    page('sort=updatedAt,desc', bars.kept),
    page('q=neighbour-', bars.counted, projects),
    page('q=summer&sort=name', bars.counted, summers),
    page('q=absent', bars.counted, 0),
    {
      name: `${projects} projects, their counts`,
      barMs: bars.kept,
      call: async () => {
        const { content } = await admin.get<Listed>(`${path}?sort=name&size=100`)
        const wrong = content.filter(
          ({ name, counts }) => name.startsWith('Neighbour') && counts.widgets !== widgetsEach,
        )
        if (wrong.length > 0) throw new Error(`${wrong[0]?.name} has wrong counts`)
      },
    },
  ]
}
