import { join } from 'node:path'

/** The clone's folder, two levels above this file in both source and build output. */
export const workspaceRoot = join(import.meta.dirname, '../../..')

/** Cache for downloads; survives `--reset` and is deleted with the clone. */
export const cacheFolder = join(workspaceRoot, 'node_modules/.cache/vitrine')
