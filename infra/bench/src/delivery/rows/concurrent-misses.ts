import { readCounter } from '../../load/counter.js'
import { getRight } from '../../load/get.js'
import { cpuMsOf } from '../../processes/cpu-time.js'
import { line } from '../../report/line.js'
import { inTurns } from '../../rounds.js'
import type { Fixture, Measured } from '../fixture.js'
import type { Row } from '../row.js'
import { ipxPath, queryOf } from '../sample-project.js'

const size = 50
const file = 'progressive.jpg'
const counter = 'renditions_rendered_total'

export const concurrentMisses: Row = async (fixture) => {
  fixture.log(`${size} concurrent misses …`)
  const replicas = [fixture.delivery, await fixture.secondDelivery()]
  const samples = await inTurns({
    one: () => rush(fixture, [fixture.delivery]),
    two: () => rush(fixture, replicas),
    ipx: () => rushIpx(fixture),
  })
  const encodes = (key: 'one' | 'two') => [Math.max(...samples[key].map((rush) => rush.encodes))]
  const cpuMs = (key: 'one' | 'two') => ({
    ours: samples[key].map((rush) => rush.cpuMs),
    peers: [{ name: 'ipx', samples: samples.ipx }],
  })
  const bars = [{ atMost: 1 }]
  const note = 'the most of any round'
  const [one, two] = [`${size} concurrent misses`, `${size} concurrent misses over two replicas`]
  return [
    line({ name: one, unit: 'encodes', ours: encodes('one'), bars, note }),
    line({ name: two, unit: 'encodes', ours: encodes('two'), bars, note }),
    line({ name: `${one}: cost`, unit: 'CPU-ms', ...cpuMs('one') }),
    line({ name: `${two}: cost`, unit: 'CPU-ms', ...cpuMs('two') }),
  ]
}

async function rush({ project, nextVariant }: Fixture, replicas: readonly Measured[]) {
  const query = queryOf(nextVariant(`ours ${file} webp`), 'webp')
  const targets = Array.from({ length: size }, (_, i) => {
    const { url = '' } = replicas[i % replicas.length] ?? {}
    return project.image(url, file, query)
  })
  const before = await countAll(replicas)
  const cpuMs = await cpuMsOf(
    replicas.map(({ tree }) => tree),
    () => Promise.all(targets.map((target) => getRight(target, 'image/webp'))),
  )
  return { encodes: (await countAll(replicas)) - before, cpuMs }
}

async function countAll(replicas: readonly Measured[]): Promise<number> {
  const counts = await Promise.all(replicas.map(({ url }) => readCounter(url, counter)))
  return counts.reduce((sum, count) => sum + count, 0)
}

function rushIpx({ ipx, nextVariant }: Fixture): Promise<number> {
  const url = ipx.url + ipxPath(file, nextVariant(`ipx ${file} webp`), 'webp')
  return cpuMsOf([ipx.tree], () =>
    Promise.all(Array.from({ length: size }, () => getRight({ url }, 'image/webp'))),
  )
}
