import type { Images } from '../images/fixture.js'
import { cpuMsOf } from '../processes.js'
import { inTurns } from '../rounds.js'
import type { Line } from '../table.js'

const uploads = 2

/** An upload of a JPEG of 12 megapixels with its smaller copies, beside a WebP of 640 px that ipx makes of it. */
export async function upload(images: Images): Promise<Line[]> {
  const { management, rounds, log, cpuMsOfRendition } = images
  log('uploads …')
  const samples = await inTurns(rounds, {
    ours: async () => {
      const cpuMs = await cpuMsOf(management.pid, async () => {
        for (let i = 0; i < uploads; i += 1) await images.upload()
      })
      return cpuMs / uploads
    },
    ipx: () => cpuMsOfRendition('ipx', 'baseline.jpg', 'webp', uploads),
  })
  return [
    {
      name: 'upload of 12 megapixels',
      unit: 'CPU-ms',
      ours: samples.ours,
      peer: { name: 'ipx, a WebP', samples: samples.ipx },
      bar: { of: 'ratio', atMost: 6.1 },
    },
  ]
}
