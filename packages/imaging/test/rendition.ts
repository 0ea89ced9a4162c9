// The built package: a HEIC is decoded by a thread, and Node 20 runs no TypeScript there.
import { inspect, render } from '@vitrine/imaging/direct'
import { type ImageLimits, parseRendition, plan } from '../src/index.js'
import { type TestContext, writePicture } from './files.js'

export const limits: ImageLimits = { maxPixels: 1_000_000 }

/** All steps of a request, as in the services: the rendition's bytes, type and size. */
export async function rendition(t: TestContext, original: Buffer, query: string) {
  const source = await inspect(writePicture(t, original), limits)
  const planned = plan(
    parseRendition(Object.fromEntries(new URLSearchParams(query)), undefined),
    source,
  )
  if (!planned) throw new Error(`${query} asks for the original`)
  return { ...planned, bytes: await render(original, planned, { limits }) }
}
