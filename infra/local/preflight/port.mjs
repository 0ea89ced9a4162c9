/* The public port, tried before anything is installed. Needs Node alone. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export const portInUse = (port) =>
  new Error(
    `port ${port} is in use by another program; choose another with \`npm start -- --port ${port + 1}\` or VITRINE_PORT=${port + 1}`,
  )

/** @throws when the port of the public address is taken or not permitted. */
export async function checkPort(port, folder) {
  for (const host of ['127.0.0.1', '::1']) {
    if (port === 0 || !(await isInUse(host, port))) continue
    const owner = readOwner(folder)
    if (owner === null) throw portInUse(port)
    throw new Error(
      `port ${port} is in use, and the local stack in ${folder} runs already (process ${owner}); stop it first`,
    )
  }
}

/** A host that this machine lacks, such as ::1, has no port in use. */
function isInUse(host, port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code === 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(false)))
  })
}

/** Of the folder's lock; null when nobody holds it. */
function readOwner(folder) {
  try {
    const { pid } = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch {
    return null // No lock, or its owner is gone.
  }
}
