import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Lock, tryLock } from '@vitrine/sdk/node'
import { CommandError, exitCodes } from '../failure.js'

/**
 * A lock that lasts as long as the process: one of a killed process is taken over.
 *
 * @throws CommandError if a running process has it.
 */
export async function acquire(path: string): Promise<Lock> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const lock = await tryLock(path)
  if ('release' in lock) return lock
  const message = `Process ${lock.pid} uploads into this project. Wait until it ends.`
  throw new CommandError(message, exitCodes.refused)
}
