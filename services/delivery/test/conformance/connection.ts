import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A response as received: nothing is joined, decoded or corrected. */
export type Answer = {
  version: string
  status: number
  /** Names in lower case, in the order received. */
  fields: readonly (readonly [name: string, value: string])[]
  content: Buffer
  /** Statuses of the informational responses before it. */
  interim: readonly number[]
}

/** The value of a field that occurs once, or null. */
export function field({ fields }: Answer, name: string): string | null {
  const values = fields.flatMap(([key, value]) => (key === name ? [value] : []))
  if (values.length > 1) throw new Error(`${name} came ${values.length} times`)
  return values[0] ?? null
}

/** A client that sends raw bytes and reads the responses in order. */
export async function openConnection(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  let received = Buffer.alloc(0)
  let isEnded = false
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
  })
  socket.on('end', () => {
    isEnded = true
  })
  // The server may close the connection while the client is still sending. Its answers count.
  socket.on('error', () => {
    isEnded = true
  })
  await once(socket, 'connect')

  const more = () =>
    new Promise<void>((resolve) => {
      const events = ['data', 'end', 'close']
      const wake = () => {
        for (const event of events) socket.off(event, wake)
        resolve()
      }
      for (const event of events) socket.on(event, wake)
    })

  return {
    write: (bytes: string | Buffer): void => {
      socket.write(bytes, 'latin1')
    },

    /** @throws if the connection ends before a complete response has arrived. */
    answer: async (method: string): Promise<Answer> => {
      const interim: number[] = []
      for (;;) {
        const read = readAnswer(received, method, isEnded)
        if (read === null) {
          if (isEnded) throw new Error(`the connection ended after: ${received.toString('latin1')}`)
          await more()
        } else {
          received = received.subarray(read.length)
          if (read.answer.status >= 200) return { ...read.answer, interim }
          interim.push(read.answer.status)
        }
      }
    },

    /** The remaining bytes after the server has closed its side. */
    rest: async (): Promise<string> => {
      while (!isEnded) await more()
      return received.toString('latin1')
    },

    close: (): void => {
      socket.destroy()
    },
  }
}

/** The first response in these bytes and its length, or null if it is incomplete. */
function readAnswer(bytes: Buffer, method: string, isEnded: boolean) {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const [, version, status] = /^HTTP\/(\d\.\d) (\d{3}) [\x20-\x7e]*$/.exec(statusLine) ?? []
  if (version === undefined) throw new Error(`not a status line: ${JSON.stringify(statusLine)}`)
  const fields = lines.map(readField)
  const start = headEnd + 4
  const length = contentLength(fields, Number(status), method) ?? (isEnded ? bytes.length : null)
  if (length === null || bytes.length < start + length) return null
  const content = bytes.subarray(start, start + length)
  const answer: Answer = { version, status: Number(status), fields, content, interim: [] }
  return { answer, length: start + content.length }
}

function readField(line: string): readonly [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`not a field: ${line}`)
  return [name.toLowerCase(), value]
}

/** RFC 9112, 6.3: a number of bytes, or null for everything until the end. Delivery never sends chunks. */
function contentLength(fields: Answer['fields'], status: number, method: string): number | null {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 0
  const fieldsByName = new Map(fields)
  if (fieldsByName.has('transfer-encoding')) throw new Error('an answer came in chunks')
  const length = fieldsByName.get('content-length')
  return length === undefined ? null : Number(length)
}
