import type { Browser } from 'playwright-core'
import type { Admin } from '../admin.js'
import type { Report } from '../report/bars.js'
import type { Stack } from '../with-stack.js'

/** The parts that each row of the console's benchmark uses. */
export type Bench = {
  /** Of both services, as people have it. */
  url: string
  browser: Browser
  admin: Admin
  stack: Stack
  report: Report
}
