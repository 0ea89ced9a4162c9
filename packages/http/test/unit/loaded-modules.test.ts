import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from '@vitrine/testing/t'

/** Prints the npm packages that a process has loaded after an import. */
const program = (module: string) => `
  import { createRequire } from 'node:module'
  await import('${module}')
  const files = Object.keys(createRequire('${module}').cache)
  const names = files.map((file) => /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file)?.[1])
  console.log(JSON.stringify([...new Set(names)]))`

t.test(
  'a service that neither compresses nor has a documentation page loads no code for it',
  async (t) => {
    const script = program(import.meta.resolve('@vitrine/http'))
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      script,
    ])
    const loaded = JSON.parse(stdout) as string[]
    t.ok(loaded.includes('fastify'), `${loaded.length} packages`)
    for (const name of ['@fastify/compress', '@fastify/swagger-ui'])
      t.notOk(loaded.includes(name), name)
  },
)
