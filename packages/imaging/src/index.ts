/** All that a service needs, without sharp: pictures are decoded in processes of their own. */
export {
  createImageProcesses,
  type ImageProcesses,
  type ImageProcessesOptions,
} from './image-processes.js'
export type { Ingested } from './inspect.js'
export { createMemoryBudget, type MemoryBudget, type MemoryShare } from './memory/budget.js'
export { type EncodedPicture, mezzanineOf, worstOf } from './memory/encoded-picture.js'
export { renderBytes } from './memory/estimate.js'
export { chooseInput, type Mezzanine, type MezzanineName, mezzanineSizes } from './mezzanine.js'
export { negotiatedPlans } from './negotiated-plans.js'
export { parseRendition } from './parse-rendition.js'
export { type Plan, plan } from './plan.js'
export { claimProcessFolder } from './process-folder.js'
export { reportConfinement } from './processes/confinement.js'
export { recipe } from './recipe.js'
export type { RenditionRequest } from './rendition-request.js'
export type { ImageLimits, ImageType, Source } from './source.js'
export type { Step } from './steps.js'
