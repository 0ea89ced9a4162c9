import { getWidget } from '../find-widget.js'
import { type Context, isId } from '../session/context.js'
import { findFolder } from './folder.js'

type Finder = (context: Context, given: string) => Promise<string>

/** The parameters whose resource has a name that is unique: a slug, or the path of a folder. */
const finders: ReadonlyMap<string, Finder> = new Map<string, Finder>([
  ['orgId', (context, slug) => context.organizationId(slug)],
  ['projectId', (context, slug) => context.projectId(slug)],
  ['folderId', findFolder],
  [
    'widgetId',
    async (context, slug) => {
      const projectId = await context.projectId()
      return (await getWidget(await context.vitrine(), projectId, slug)).id
    },
  ],
])

/** What an argument is for the parameter, such as "slug or id"; undefined if it is the id alone. */
export const namedBy = (parameter: string): string | undefined =>
  finders.has(parameter) ? `${parameter === 'folderId' ? 'path' : 'slug'} or id` : undefined

/** The id of what an argument names. @throws CommandError if there is none. */
export async function idOf(context: Context, parameter: string, given: string): Promise<string> {
  const find = finders.get(parameter)
  return find === undefined || isId(given) ? given : find(context, given)
}
