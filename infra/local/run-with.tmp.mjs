import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startBackends } from './dist/backends/index.js'
import { makeTemplate } from '../../packages/testing/dist/database-copies.js'
const root = '/work/wt/store'
const dataDir = mkdtempSync('/tmp/vitrine-run-')
const backends = await startBackends({ dataDir, log: console.log })
const run = (cmd, args, cwd, env) => new Promise(r => spawn(cmd, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' }).on('exit', r))
await run(process.execPath, ['prisma/dist/migrate.js'], root, backends.env)
const template = await makeTemplate(backends.env.DATABASE_URL)
const [cwd, ...files] = process.argv.slice(2)
for (const file of files) { const code = await run(process.execPath, [file], join(root, cwd), { ...backends.env, ...template, TAP_TIMEOUT: '1500' }); console.log('# exit', file, code) }
await backends.stop(); rmSync(dataDir, { recursive: true, force: true })
