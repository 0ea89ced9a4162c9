import { projectsQuery } from '../server/projects.ts'
import { queries } from '../server/queries.ts'
import { loadMe } from '../session/me.ts'

/** The id of the project of a person who has exactly one; null otherwise. */
export async function onlyProject(): Promise<string | null> {
  const me = await loadMe()
  const lists = (me?.organizations ?? []).map(({ id }) => queries.fetchQuery(projectsQuery(id)))
  const [project, another] = (await Promise.all(lists)).flat()
  return project === undefined || another !== undefined ? null : project.id
}
