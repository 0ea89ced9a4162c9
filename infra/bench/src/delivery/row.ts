import type { Line } from '../report/line.js'
import type { Stage } from './fixture.js'

/** One thing that is measured; a line for each of its figures. */
export type Row = (stage: Stage) => Promise<Line[]>
