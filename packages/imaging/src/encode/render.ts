import type { Sharp } from 'sharp'
import { checkLimits, describe, readHeader } from '../decode/header.js'
import { openImage } from '../decode/open-image.js'
import { fromRaw, toRaw } from '../decode/raw-picture.js'
import { translateError } from '../decode/translate-error.js'
import { isSmallEnough, openWorkingSpace } from '../decode/working-space.js'
import { checkHeader } from '../memory/measure.js'
import type { Size } from '../plan/geometry.js'
import type { Plan } from '../plan/plan.js'
import type { ImageLimits } from '../plan/source.js'
import type { Step } from '../plan/steps.js'
import { untilAborted } from '../processes/until-aborted.js'
import { encoders } from './encoders.js'

type RenderOptions = { signal?: AbortSignal; limits?: ImageLimits }

/**
 * Renders the original or a mezzanine (`chooseInput`), given as bytes or as the path of a file. The result
 * is sRGB, without EXIF, GPS, XMP and ICC. An animation keeps its delays and loop count. The same input
 * gives the same bytes.
 *
 * When aborted, it rejects at once with the signal's reason. The decoder cannot be interrupted, so its
 * thread is busy until the image is done.
 *
 * @throws AppError UNSUPPORTED_IMAGE (broken data), IMAGE_TOO_LARGE (found in the header).
 */
export async function render(
  input: Buffer | string,
  plan: Plan,
  { signal, limits }: RenderOptions = {},
): Promise<Buffer> {
  signal?.throwIfAborted()
  const bytes = runSteps(input, plan, limits)
  return signal ? untilAborted(bytes, signal) : bytes
}

async function runSteps(
  input: Buffer | string,
  plan: Plan,
  limits: ImageLimits | undefined,
): Promise<Buffer> {
  const { steps } = plan
  const animated = steps.some((step) => step.op === 'encode' && step.animated)
  try {
    const header = await readHeader(input)
    const source = describe(header)
    if (limits) {
      checkLimits(source, limits)
      await checkHeader(header, input, plan, limits)
    }

    const linear = !animated && isSmallEnough(source) && changesSize(steps, source)
    const image = openWorkingSpace(openImage(input, { animated, limits }), header, linear)
    const flatten = steps.findIndex(({ op }) => op === 'flatten')
    if (!linear || flatten < 0) return await steps.reduce(applyStep, image).toBuffer()

    // Flattening mixes encoded values, as browsers do, so it comes after the linear space.
    const resized = await toRaw(steps.slice(0, flatten).reduce(applyStep, image))
    return await steps.slice(flatten).reduce(applyStep, fromRaw(resized)).toBuffer()
  } catch (error) {
    throw translateError(error)
  }
}

const changesSize = (steps: readonly Step[], { width, height }: Size) =>
  steps.some((step) => step.op === 'resize' && (step.width !== width || step.height !== height))

function applyStep(image: Sharp, step: Step): Sharp {
  switch (step.op) {
    case 'orient':
      return image.autoOrient()
    case 'resize':
      return image.resize(step.width, step.height, { fit: 'fill' })
    case 'crop':
      return image.extract(step)
    case 'flatten':
      return image.flatten({ background: step.background })
    case 'encode':
      return encoders[step.format](image, step.quality)
  }
}
