/** All that a service needs, without sharp: pictures are decoded in processes of their own. */

export type { Described } from './describe/describe.js'
export type { Ingested } from './ingest.js'
export type { MarkFile } from './mark/prepared-marks.js'
export { createMemoryBudget } from './memory/budget.js'
export { mezzanineOf, worstOf } from './memory/encoded-picture.js'
export { renderBytes } from './memory/estimate.js'
export {
  isMarked,
  isMarkedAt,
  type Mark,
  type MarkPosition,
  preparedMarkPlan,
  withMark,
} from './plan/mark.js'
export { chooseInput, type MezzanineName, mezzanineSizes } from './plan/mezzanine.js'
export { isProvisional, negotiatedPlans, type Plan, plan, planOf, recipe } from './plan/plan.js'
export type { ImageLimits, ImageType, Point, SourceImage, WebImageType } from './plan/source.js'
export type { Step } from './plan/steps.js'
export { reportConfinement } from './processes/confinement.js'
export {
  ImageProcesses,
  type ImageProcessesOptions,
  processBytes,
} from './processes/image-processes.js'
export { claimProcessFolder } from './processes/process-folder.js'
export { parseRendition } from './request/parse-rendition.js'
export { type Gravity, gravities, type RenditionRequest } from './request/rendition-request.js'
