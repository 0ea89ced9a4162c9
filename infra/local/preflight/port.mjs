/* Checks the public port before anything is installed. Uses only Node's built-in modules. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export const portInUse = (port) =>
  new Error(
    `port ${port} is in use by another program; choose another with \`npm start -- --port ${port + 1}\` or VITRINE_PORT=${port + 1}`,
  )

/** @throws if the public port is in use. */
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

/** False for a host this machine lacks, such as ::1. */
function isInUse(host, port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code === 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(false)))
  })
}

/** Pid of the process that holds the folder's lock; null if it is free. */
function readOwner(folder) {
  try {
    const { pid } = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch {
    return null // No lock, or its owner is gone.
  }
}
