import { orThrow, type Schemas } from '@vitrine/sdk'
import type { Group } from '../group.js'
import { sizeOf } from '../output/people.js'
import type { Context } from '../session/context.js'

type Me = Schemas['Me']

export const group: Group = {
  operations: ['getMe'],
  attach: (command, context) => {
    command.action(async () => {
      const vitrine = await context.vitrine()
      const me = await orThrow(vitrine.GET('/api/auth/me'))
      const url = vitrine.baseUrl
      if (context.output.isPeople) await context.output.item(await forPeople(context, url, me))
      else await context.output.item({ url, ...me })
    })
  },
}

/** What people read: names rather than ids, and no more of the account than they need. */
async function forPeople(context: Context, url: string, me: Me) {
  const { name, email, organizations, token, uploadLimits } = me
  const { maxBytes, maxPixels } = uploadLimits
  return {
    address: url,
    person: `${name} <${email}>`,
    'signed in by': token === null ? 'session' : `personal access token "${token.name}"`,
    ...(token !== null && { expires: token.expiresAt }),
    organizations: organizations.map((one) => `${one.name} (${one.slug}), ${one.role}`),
    ...(token !== null && { project: await projectOf(context, token) }),
    uploads: `at most ${sizeOf(maxBytes)} and ${Math.floor(maxPixels / 1e6)} megapixels each`,
  }
}

async function projectOf(context: Context, { projectId }: NonNullable<Me['token']>) {
  if (projectId === null) return 'all of the organization'
  const vitrine = await context.vitrine()
  const params = { path: { projectId } }
  const { name, slug } = await orThrow(vitrine.GET('/api/projects/{projectId}', { params }))
  return `${name} (${slug}) alone`
}
