import { join } from 'node:path'
import { getRight } from '../../load/get.js'
import type { ItemizeJob, StepCosts } from '../../peers/itemize-job.js'
import { cpuMsOf } from '../../processes/cpu-time.js'
import { type PartTimes, partTimes } from '../../processes/thread-times.js'
import { line } from '../../report/line.js'
import { inTurns } from '../../rounds.js'
import { startWorker } from '../../workers/worker.js'
import type { Fixture } from '../fixture.js'
import type { Row } from '../row.js'
import { queryOf } from '../sample-project.js'

const file = 'baseline.jpg'
const count = 12

const partNames: Record<keyof PartTimes, string> = {
  eventLoop: "the service's event loop",
  threads: "the service's other threads",
  imageLoop: 'event loop of the image process',
  imageThreads: 'other threads of the image process',
}

const stepNames: Record<keyof StepCosts, string> = {
  header: 'header',
  decode: 'decoding the copy',
  resize: 'resizing',
  webp: 'encoding WebP',
  avif: 'encoding AVIF',
}

/** Where a cold 640 px WebP spends its CPU time: by thread, and by step of the render alone. */
export const coldItemized: Row = async (fixture) => {
  fixture.log('cold renditions, itemized …')
  const worker = startWorker<ItemizeJob, StepCosts>(
    new URL('../../peers/itemize-worker.js', import.meta.url),
  )
  const samples = await inTurns({
    whole: () => spentOn(fixture),
    steps: () => worker.ask({ file: join(fixture.folder, file), sizes: variantsOf(fixture) }),
  })
  await worker.stop()
  const parts = Object.entries(partNames) as [keyof PartTimes, string][]
  const steps = Object.entries(stepNames) as [keyof StepCosts, string][]
  return [
    ...parts.map(([part, name]) =>
      line({
        name: `cold, of the whole: ${name}`,
        unit: 'CPU-ms',
        ours: samples.whole.map((times) => times[part]),
      }),
    ),
    ...steps.map(([step, name]) =>
      line({
        name: `cold, alone: ${name}`,
        unit: 'CPU-ms',
        ours: samples.steps.map((costs) => costs[step]),
      }),
    ),
  ]
}

const variantsOf = ({ nextVariant }: Fixture) =>
  Array.from({ length: count }, () => nextVariant(`ours ${file} webp`))

async function spentOn(fixture: Fixture): Promise<PartTimes> {
  const { delivery, project } = fixture
  const targets = variantsOf(fixture).map((variant) =>
    project.image(delivery.url, file, queryOf(variant, 'webp')),
  )
  // Starts the image process, and fetches the copy.
  for (const target of targets.splice(0, 2)) await getRight(target, 'image/webp')
  const before = partTimes(delivery.tree)
  await cpuMsOf([delivery.tree], async () => {
    for (const target of targets) await getRight(target, 'image/webp')
  })
  const after = partTimes(delivery.tree)
  const each = (part: keyof PartTimes) => (after[part] - before[part]) / targets.length
  return {
    eventLoop: each('eventLoop'),
    threads: each('threads'),
    imageLoop: each('imageLoop'),
    imageThreads: each('imageThreads'),
  }
}
