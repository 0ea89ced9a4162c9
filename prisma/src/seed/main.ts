import { seedDemo } from './seed.js'

function setting(name: string, example: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: it would be right as ${example}`)
  return value
}

try {
  const demo = await seedDemo({
    baseUrl: setting('VITRINE_URL', 'http://localhost:8080'),
    demoFile: setting('VITRINE_DEMO_FILE', '.vitrine/demo.json'),
    report: (line) => process.stdout.write(`${line}\n`),
  })
  const { assets, slugs } = demo
  process.stdout.write(`the demo is complete: ${assets.length} pictures, ${slugs.length} widgets\n`)
} catch (error) {
  process.stderr.write(`seed: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
