import { connect } from 'node:net'

const timeoutMs = 5000

/**
 * Sends one command over a connection of its own. Its arguments must not need quotes.
 *
 * @throws when Redis refuses it, or does not answer.
 */
export function sendToRedis(url: string, command: string): Promise<void> {
  const { hostname, port, password } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`${command}: no answer`)))
    socket.on('error', reject)
    const replies = ['AUTH', command]
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
      if (text.split('\r\n').length <= replies.length) return
      socket.destroy()
      if (text.startsWith('-') || text.includes('\r\n-')) reject(new Error(`${command}: ${text}`))
      else resolve()
    })
    socket.write(`AUTH ${password}\r\n${command}\r\n`)
  })
}
