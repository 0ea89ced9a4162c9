import type { CuttingProxy } from '@vitrine/testing/cutting-proxy'
import type { Browser } from 'playwright-core'
import type { Admin } from '../admin.js'
import type { Report } from '../report/bars.js'
import type { Stack } from '../with-stack.js'

/** The parts that each row of the console's benchmark uses. */
export type ConsoleBench = {
  /** The public address of both services. It is the address of `proxy`, because the console works at no other. */
  url: string
  /** The same services behind a proxy that cuts no connection. */
  steadyUrl: string
  /** The same services behind another proxy that cuts every fifth upload's connection. */
  cutUrl: string
  proxy: Pick<CuttingProxy, 'uploads' | 'mostAtOnce'>
  browser: Browser
  admin: Admin
  stack: Stack
  /** Ends management-api and starts another process of it. Between the two, its calls are answered with 502. */
  restartManagement(): Promise<void>
  report: Report
}
