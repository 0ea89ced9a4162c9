import t from 'tap'
import { operations } from '../../src/generated/operations.js'
import { groups } from '../../src/groups.js'

/** Operations without a command, and why. */
const without: Record<string, string> = {
  getManagementOpenapiJson: 'the document is for programs',
  getManagementHealthz: 'probes are for orchestrators',
  getManagementReadyz: 'probes are for orchestrators',
  getManagementApiHealthz: 'probes are for orchestrators',
  getManagementApiReadyz: 'probes are for orchestrators',
}

t.test('every operation of management-api has a command', async (t) => {
  const covered = new Set<string>()
  for (const { load } of Object.values(groups)) {
    for (const operation of (await load()).operations) covered.add(operation)
  }
  t.same(
    Object.keys(operations).filter((id) => !covered.has(id) && !(id in without)),
    [],
  )
  t.same(
    Object.keys(without).filter((id) => covered.has(id) || !(id in operations)),
    [],
    'the exceptions exist',
  )
})
