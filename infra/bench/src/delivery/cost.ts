import { join } from 'node:path'
import { getRight } from '../load/get.js'
import type { SourceName } from '../pictures/sources.js'
import { cpuMsOf } from '../processes/cpu-time.js'
import type { Fixture } from './fixture.js'
import { type Format, ipxPath, qualities, queryOf } from './sample-project.js'

/** Or the name of another image server. */
export type ContenderName = 'ours' | 'ipx' | 'sharp' | string

type Work = { contender: ContenderName; name: SourceName; format: Format; count: number }

/**
 * CPU time of rendering one new rendition, ms, including all processes of the server; for plain
 * sharp, its single process. Requests are sequential.
 */
export async function cpuMsOfRendition(fixture: Fixture, work: Work): Promise<number> {
  const { contender, name, format, count } = work
  const { delivery, ipx, project, sharp, folder, nextVariant } = fixture
  const variants = Array.from({ length: count }, () =>
    nextVariant(`${contender} ${name} ${format}`),
  )
  if (contender === 'sharp') {
    const work = { file: join(folder, name), sizes: variants, format, quality: qualities[format] }
    return (await sharp.costOf(work)).cpuMs
  }
  const other = fixture.others[contender]
  const targets = variants.map((variant) => {
    if (contender === 'ours') return project.image(delivery.url, name, queryOf(variant, format))
    if (other === undefined) return { url: ipx.url + ipxPath(name, variant, format) }
    return {
      url: other.url + other.pathOf({ name, ...variant, quality: qualities[format], format }),
    }
  })
  const { tree } = other ?? (contender === 'ours' ? delivery : ipx)
  const total = await cpuMsOf([tree], async () => {
    for (const target of targets) await getRight(target, `image/${format}`)
  })
  return total / count
}
