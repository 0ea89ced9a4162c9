import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { imageChildren, readProc } from '@vitrine/testing'
import type { Test } from 'tap'
import { noise } from './pictures.js'
import { smallerWebp } from './smaller-webp.js'
import { startImages } from './start-images.js'

export const mebibyte = 1024 * 1024

/** An image process that may use only this much additional memory, which simulates a false header. */
export async function confined(t: Test, roomBytes: number) {
  const directory = t.testdir({ picture: await noise(40, 30).jpeg().toBuffer() })
  const images = startImages(t, { limits: { maxPixels: 100_000_000 } })
  const small = () =>
    images.render(join(directory, 'picture'), smallerWebp(), join(directory, 'out'))
  await small()
  const [pid = 0] = await imageChildren()
  const dataKilobytes = Number(/^VmData:\s+(\d+)/m.exec((await readProc(pid, 'status')) ?? '')?.[1])
  await promisify(execFile)('prlimit', [
    '--pid',
    String(pid),
    `--data=${1024 * dataKilobytes + roomBytes}`,
  ])
  return { directory, images, small, pid }
}
