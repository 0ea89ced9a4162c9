import { PrismaPg } from '@prisma/adapter-pg'

/** Stores the hash of a code that logs in to an account once, within ten minutes. */
async function main({
  DATABASE_URL: connectionString,
  VITRINE_LOGIN_EMAIL: email = '',
  VITRINE_LOGIN_CODE_SHA256: hash = '',
}: NodeJS.ProcessEnv): Promise<void> {
  if (!connectionString) throw new Error('DATABASE_URL is not set')
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('VITRINE_LOGIN_CODE_SHA256 is not a SHA-256')
  const connection = await new PrismaPg({ connectionString, max: 1 }).connect()
  try {
    const stored = await connection.executeRaw({
      sql: `INSERT INTO login_codes (code_hash, user_id, expires_at)
        SELECT decode($1, 'hex'), id, now() + interval '10 minutes' FROM users WHERE email_key = $2`,
      args: [hash, email.toLowerCase()],
      argTypes: [
        { scalarType: 'string', arity: 'scalar' },
        { scalarType: 'string', arity: 'scalar' },
      ],
    })
    if (stored === 0) throw new Error('no account has this e-mail')
  } finally {
    await connection.dispose()
  }
}

try {
  await main(process.env)
} catch (error) {
  process.stderr.write(`login-code: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
