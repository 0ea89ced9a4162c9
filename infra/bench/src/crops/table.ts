import { alignColumns } from '../report/columns.js'
import { type Cropped, gravities, type Shape, shapeNames } from './make-crops.js'
import { isTuned, kinds } from './photographs.js'

/** The target for `gravity=auto`, in 1:1 and 9:16 crops together. */
const bar = 0.9
const barShapes: readonly Shape[] = ['1:1', '9:16']

/** The share of crops in which the subject stays in, in percent: centre, then auto. */
export function formatCrops(cropped: readonly Cropped[]): string[] {
  const groups: [name: string, rows: readonly Cropped[]][] = [
    ...kinds.map((kind): [string, Cropped[]] => [
      kind,
      cropped.filter(({ photograph }) => photograph.kind === kind),
    ]),
    ['all', cropped],
    ['chosen on', cropped.filter(({ photograph }) => isTuned(photograph))],
    ['not chosen on', cropped.filter(({ photograph }) => !isTuned(photograph))],
  ]
  const head = ['subject stays in', '', ...shapeNames, barShapes.join(' and ')]
  const rows = groups.flatMap(([name, group]) =>
    gravities.map((gravity) => [
      gravity === 'center' ? `${name} (${group.length})` : '',
      gravity,
      ...shapeNames.map((shape) => percent(shareOf(group, gravity, [shape]))),
      percent(shareOf(group, gravity, barShapes)),
    ]),
  )
  const share = shareOf(cropped, 'auto', barShapes)
  const verdict = `bar ${percent(bar)} of ${barShapes.join(' and ')}: ${share >= bar ? 'met' : 'missed'}`
  return [...alignColumns([head, ...rows], (column) => column > 1), verdict]
}

function shareOf(
  group: readonly Cropped[],
  gravity: (typeof gravities)[number],
  shapes: readonly Shape[],
): number {
  const crops = group
    .flatMap((one) => one.crops)
    .filter((crop) => crop.gravity === gravity && shapes.includes(crop.shape))
  return crops.filter((crop) => crop.hasSubject).length / crops.length
}

const percent = (share: number): string =>
  Number.isNaN(share) ? '–' : `${Math.round(100 * share)} %`
