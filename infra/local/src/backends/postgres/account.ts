import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type Account = { name: string; uid: number; gid: number }

/** Whom Postgres runs as when we are root, since it refuses to be root; null otherwise. */
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

/** The first of the names that passwd(5) has. */
export function findAccount(passwd: string, names: readonly string[]): Account | null {
  const accounts = passwd.split('\n').map((line) => line.split(':'))
  for (const name of names) {
    const fields = accounts.find((account) => account[0] === name)
    if (fields !== undefined) return { name, uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  return null
}

/** Whether the account may enter the folder or run the program, through all of its parents. */
export function canReach(path: string, { uid, gid }: Account): boolean {
  return spawnSync('test', ['-x', path], { uid, gid, cwd: '/' }).status === 0
}
