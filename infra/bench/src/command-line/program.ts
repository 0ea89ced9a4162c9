import { fileURLToPath } from 'node:url'

export const program = fileURLToPath(import.meta.resolve('@vitrine/cli/main'))
