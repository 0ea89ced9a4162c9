import { orThrow, pages, type Vitrine } from '@vitrine/sdk'
import type { Group } from '../group.js'
import type { Row } from '../output/people.js'
import type { Context } from '../session/context.js'

export const group: Group = {
  operations: ['getMe'],
  attach: (command, context) => {
    command.action(async () => {
      const vitrine = await context.vitrine()
      const who = (await isByToken(context)) ? await ofToken(vitrine) : await ofPerson(vitrine)
      await context.output.item({ url: vitrine.baseUrl, ...who })
    })
  },
}

async function isByToken({ terminal, credentials }: Context): Promise<boolean> {
  if (terminal.env.VITRINE_TOKEN) return true
  const stored = await credentials.read()
  return stored !== null && 'personalToken' in stored
}

const ofPerson = async (vitrine: Vitrine): Promise<Row> => orThrow(vitrine.GET('/api/auth/me'))

/** A token may not read the account that it belongs to. */
async function ofToken(vitrine: Vitrine): Promise<Row> {
  const organizations: Row[] = []
  const list = pages(vitrine, '/api/organizations', { params: { query: {} } })
  for await (const { id, name, slug } of list) organizations.push({ id, name, slug })
  return { by: 'personal access token', organizations }
}
