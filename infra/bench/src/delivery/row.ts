import type { Line } from '../report/line.js'
import type { Fixture } from './fixture.js'

/** One thing that is measured; a line for each of its figures. */
export type Row = (fixture: Fixture) => Promise<Line[]>
