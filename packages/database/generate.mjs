// Generates the Prisma client. The CLI insists on finding its native schema engine, which it
// downloads, although generating never runs it: any existing program satisfies it.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const packageRoot = fileURLToPath(new URL('.', import.meta.url))
execFileSync('prisma', ['generate', '--schema', '../../prisma/schema.prisma', '--no-hints'], {
  cwd: packageRoot,
  stdio: ['ignore', process.argv.includes('--verbose') ? 'inherit' : 'ignore', 'inherit'],
  env: {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    ...process.env,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
})
