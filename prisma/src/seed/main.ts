import { describe } from './retry-limits.js'
import { seedDemo } from './seed.js'

function setting(name: string, example: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set; an example is ${example}`)
  return value
}

const busy = 'this machine is busy: the demo takes longer, and goes on'

/** Lines that begin with `note:` are for the person who waits. */
const report = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const { assets, slugs, missing } = await seedDemo({
    baseUrl: setting('VITRINE_URL', 'http://localhost:8080'),
    demoFile: setting('VITRINE_DEMO_FILE', '.vitrine/demo.json'),
    report,
    onBusy: () => report(`note: ${busy}`),
  })
  const lacking = missing.length === 0 ? 'complete' : `without ${missing.join(', ')}`
  report(`the demo is ${lacking}: ${assets.length} pictures, ${slugs.length} widgets`)
} catch (error) {
  process.stderr.write(`seed: ${describe(error)}\n`)
  process.exitCode = 1
}
