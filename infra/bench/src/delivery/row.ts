import type { Line } from '../report/line.js'
import type { Fixture } from './fixture.js'

/** A measurement; it yields one line per figure. */
export type Row = (fixture: Fixture) => Promise<Line[]>
