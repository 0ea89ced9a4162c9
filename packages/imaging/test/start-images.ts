// Uses the built package: an image process runs a program, and Node 20 does not run TypeScript.
import { ImageProcesses, type ImageProcessesOptions } from '@vitrine/imaging'

type TestContext = { teardown(work: () => Promise<void>): void }

/** Closed with the test. `deaths` are the messages that it reported. */
export function startImages(t: TestContext, options: Partial<ImageProcessesOptions> = {}) {
  const deaths: string[] = []
  const images = new ImageProcesses({
    processes: 1,
    limits: { maxPixels: 10_000_000 },
    onDeath: ({ message }) => deaths.push(message),
    ...options,
  })
  t.teardown(() => images.close())
  return Object.assign(images, { deaths })
}
