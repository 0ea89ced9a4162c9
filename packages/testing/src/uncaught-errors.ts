import { writeSync } from 'node:fs'
import { inspect } from 'node:util'

/*
 * The reporter of `npm test` drops what files write to stderr. An error that ends a file before its first
 * test would be lost with it. A comment stays in the results, and infra/checks shows it.
 */
if (process.env.TAP === '1') {
  process.on('uncaughtExceptionMonitor', (error) => {
    const lines = inspect(error).split('\n')
    writeSync(
      1,
      lines
        .map((line) => `\n# uncaught: ${line}`)
        .join('')
        .concat('\n'),
    )
  })
}
