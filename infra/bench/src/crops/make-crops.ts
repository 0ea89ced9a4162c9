import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseInput, type Plan, parseRendition, plan } from '@vitrine/imaging'
import { ingest, render } from '@vitrine/imaging/direct'
import { containsSubject } from './contains-subject.js'
import { pathOf } from './fetch.js'
import type { Box, Photograph, Point } from './photographs.js'

/** Pixels on the contact sheet; all have the same height. */
export const shapes = {
  '1:1': { width: 160, height: 160 },
  '9:16': { width: 90, height: 160 },
  '16:9': { width: 284, height: 160 },
} as const
export type Shape = keyof typeof shapes
export const shapeNames = Object.keys(shapes) as Shape[]

export const gravities = ['center', 'auto'] as const
export type Gravity = (typeof gravities)[number]

export type Crop = {
  shape: Shape
  gravity: Gravity
  /** Fractions of the picture. */
  box: Box
  hasSubject: boolean
  bytes: Buffer
}

export type Cropped = { photograph: Photograph; whole: Buffer; salientPoint: Point; crops: Crop[] }

const limits = { maxPixels: 100_000_000 }

/** As at an upload and a request: through mezzanines, plan and render. */
export async function makeCrops(photograph: Photograph): Promise<Cropped> {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-crops-'))
  try {
    const ingested = await ingest(pathOf(photograph), { directory, limits })
    const { salientPoint } = ingested.described
    const source = { ...ingested.source, salientPoint }
    const make = async (query: Record<string, string>) => {
      const planned = plan(parseRendition({ format: 'png', ...query }, undefined), source)
      if (planned === null) throw new Error(`${photograph.name} is a crop already`)
      const input = chooseInput(planned, ingested.mezzanines)
      const bytes = await render(input?.path ?? pathOf(photograph), planned, { limits })
      return { planned, bytes }
    }
    const crops: Crop[] = []
    for (const shape of shapeNames) {
      for (const gravity of gravities) {
        const { width, height } = shapes[shape]
        const { planned, bytes } = await make({ w: `${width}`, h: `${height}`, gravity })
        const box = boxOf(planned)
        crops.push({ shape, gravity, box, hasSubject: containsSubject(photograph, box), bytes })
      }
    }
    const { bytes: whole } = await make({ w: '240', h: '160', fit: 'contain' })
    return { photograph, whole, salientPoint, crops }
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** The part of the picture that a plan shows. */
function boxOf({ steps }: Plan): Box {
  const whole = steps.find((step) => step.op === 'resize')
  const crop = steps.find((step) => step.op === 'crop')
  if (whole === undefined || crop === undefined) return { left: 0, top: 0, right: 1, bottom: 1 }
  return {
    left: crop.left / whole.width,
    top: crop.top / whole.height,
    right: (crop.left + crop.width) / whole.width,
    bottom: (crop.top + crop.height) / whole.height,
  }
}
