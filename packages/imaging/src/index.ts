/** All that a service needs, without sharp: pictures are decoded in processes of their own. */

export type { Ingested } from './decode/inspect.js'
export type { Described } from './describe/describe.js'
export { createMemoryBudget, type MemoryBudget } from './memory/budget.js'
export { type EncodedPicture, mezzanineOf, worstOf } from './memory/encoded-picture.js'
export { renderBytes } from './memory/estimate.js'
export {
  chooseInput,
  type Mezzanine,
  type MezzanineName,
  mezzanineSizes,
} from './plan/mezzanine.js'
export { negotiatedPlans } from './plan/negotiated-plans.js'
export { isProvisional, type Plan, plan } from './plan/plan.js'
export { recipe } from './plan/recipe.js'
export type { ImageLimits, ImageType, Point, ShownType, Source } from './plan/source.js'
export type { Step } from './plan/steps.js'
export { reportConfinement } from './processes/confinement.js'
export {
  ImageProcesses,
  type ImageProcessesOptions,
} from './processes/image-processes.js'
export { claimProcessFolder } from './processes/process-folder.js'
export { parseRendition } from './request/parse-rendition.js'
export { type Gravity, gravities, type RenditionRequest } from './request/rendition-request.js'
