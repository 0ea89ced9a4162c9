import type { Browser } from 'playwright-core'
import type { Admin } from '../admin.js'
import type { Report } from '../report/bars.js'
import type { Stack } from '../with-stack.js'

/** What each row of the benchmark of the console works with. */
export type Bench = {
  /** Of both services, as people have it. */
  url: string
  browser: Browser
  admin: Admin
  stack: Stack
  report: Report
}
