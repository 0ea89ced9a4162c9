import { join } from 'node:path'

/** The clone's folder; this file is two folders below it, built or not. */
export const workspaceRoot = join(import.meta.dirname, '../../..')

/** Where downloads are kept: outlives `--reset`, goes with the clone. */
export const cacheFolder = join(workspaceRoot, 'node_modules/.cache/vitrine')
