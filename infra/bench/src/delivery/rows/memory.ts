import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { offerFromProcess } from '../../load/client.js'
import { megabytes } from '../../processes/memory.js'
import { line } from '../../report/line.js'
import type { Measured } from '../fixture.js'
import { enoughFor, freshOf } from '../fresh.js'
import type { Row } from '../row.js'

const loadSeconds = 8
const idleSeconds = 30

/** Delivery's peak memory over all rows so far, and half a minute after the last one. */
export const memory: Row = async (fixture) => {
  const { delivery, ipx, log } = fixture
  log(`memory: ${loadSeconds} s of cold renditions, then ${idleSeconds} s of nothing …`)
  for (const contender of ['ours', 'ipx'] as const) {
    await offerFromProcess({
      targets: freshOf(fixture, contender, enoughFor(loadSeconds)),
      seconds: loadSeconds,
      pace: { inFlight: availableParallelism() },
    })
  }
  await sleep(idleSeconds * 1000)
  const own = ({ tree }: Measured, key: 'nowBytes' | 'peakBytes') => [
    megabytes(tree.ownMemory()[key]),
  ]
  const whole = (name: 'delivery' | 'ipx') => ({
    peak: [megabytes(fixture.memory[name].peakBytes())],
    now: [megabytes(fixture[name].tree.memoryBytes())],
  })
  const [us, them] = [whole('delivery'), whole('ipx')]
  const beside = (samples: number[]) => [{ name: 'ipx', samples }]
  const unit = 'MB'
  return [
    line({
      ...{ name: 'memory, peak', unit, ours: us.peak, peers: beside(them.peak) },
      bars: [{ atMost: 250 }],
      note: 'the service and the processes it starts; what they map from files counts once',
    }),
    line({
      ...{ name: 'memory, idle', unit, ours: us.now, peers: beside(them.now) },
      bars: [{ atMost: 120 }],
    }),
    line({
      ...{ name: 'memory, peak of the service alone', unit },
      ...{ ours: own(delivery, 'peakBytes'), peers: beside(own(ipx, 'peakBytes')) },
      note: 'resident, as VmHWM has it',
    }),
    line({
      ...{ name: 'memory, idle, of the service alone', unit },
      ...{ ours: own(delivery, 'nowBytes'), peers: beside(own(ipx, 'nowBytes')) },
    }),
  ]
}
