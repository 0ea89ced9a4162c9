import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Reads a file of secrets. Creates it with random 256-bit values if it does not exist. */
export function readOrCreateSecrets<Name extends string>(
  file: string,
  names: readonly Name[],
): Record<Name, string> {
  const known = readSecrets(file)
  const secrets = Object.fromEntries(
    names.map((name) => [name, known[name] ?? randomBytes(32).toString('hex')]),
  ) as Record<Name, string>
  const temporary = `${file}.new`
  writeFileSync(temporary, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  renameSync(temporary, file)
  return secrets
}

function readSecrets(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(
      `${file} holds the passwords of the local data and cannot be read; \`npm start -- --reset\` starts with empty data`,
    )
  }
}
