import { originalObject, projectObjects } from '@vitrine/contracts'
import { compareListing } from '../listing.js'
import type { Column } from '../report/report.js'
import type { Project } from '../stack/tenant.js'
import { sweep } from '../sweep.js'
import type { Uploaders } from '../uploaders.js'
import type { Context } from './check.js'

/** After a fault during uploads, the store has exactly the acknowledged uploads. */
export async function expectNothingLost(
  { stack, witness }: Context,
  column: Column,
  fault: string,
  { project, uploaders }: { project: Project; uploaders: Uploaders },
): Promise<void> {
  const { acknowledged, answers } = uploaders
  let lost = 0
  for (const { id, picture } of acknowledged) {
    const bytes = await witness.read(originalObject(project.id, id))
    if (bytes?.equals(picture.bytes) !== true) lost += 1
  }
  const seen = [...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ')
  column.expect(`${fault}: acknowledged and lost: 0`, lost === 0, `${lost} (${seen})`)

  await sweep(stack.database)
  const rows = await stack.database.asset.findMany({
    where: { projectId: project.id },
    select: { id: true },
  })
  const keys = await witness.keys(projectObjects(project.id))
  const ids = rows.map(({ id }) => id)
  const { orphans, missing } = compareListing(project.id, keys, ids)
  column.expect(`${fault}: rows without object: 0`, missing.length === 0, `${missing.length}`)
  column.expect(`${fault}: orphans after the sweep: 0`, orphans.length === 0, `${orphans.length}`)
}
