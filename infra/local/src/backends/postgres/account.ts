import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type Account = { name: string; uid: number; gid: number }

/**
 * The account to run Postgres as if this process is root, because Postgres refuses to run as root;
 * null otherwise.
 */
export function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  const account = findAccount(readFileSync('/etc/passwd', 'utf8'), ['postgres', 'nobody'])
  if (account === null) {
    throw new Error(
      'Postgres does not run as root, and /etc/passwd has neither "postgres" nor "nobody"; start as another user',
    )
  }
  return account
}

/** The first of the names listed in passwd(5). */
export function findAccount(passwd: string, names: readonly string[]): Account | null {
  const accounts = passwd.split('\n').map((line) => line.split(':'))
  for (const name of names) {
    const fields = accounts.find((account) => account[0] === name)
    if (fields !== undefined) return { name, uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  return null
}

/** Whether the account may enter the folder or run the program, including all parent folders. */
export function canReach(path: string, { uid, gid }: Account): boolean {
  return spawnSync('test', ['-x', path], { uid, gid, cwd: '/' }).status === 0
}
