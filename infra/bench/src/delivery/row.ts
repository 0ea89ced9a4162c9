import type { Line } from '../report/line.js'
import type { Stage } from './stage.js'

/** One thing that is measured; a line for each of its figures. */
export type Row = (stage: Stage) => Promise<Line[]>
