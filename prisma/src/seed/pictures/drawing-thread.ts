import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { catalogue, type Picture } from './catalogue.js'
import type { Drawn } from './draw-in-thread.js'

type Waiting = { resolve: (file: Buffer) => void; reject: (error: Error) => void }

/**
 * The catalogue, drawn one picture at a time in a thread of its own. A drawing takes a second, or
 * many on a busy machine: in the main thread, no connection would be served during that time.
 */
export function startDrawingThread() {
  const thread = new Worker(
    join(import.meta.dirname, `draw-in-thread${extname(import.meta.filename)}`),
  )
  const waiting = new Map<string, Waiting>()
  let ended: Error | undefined
  thread.on('message', ({ filename, file, failure }: Drawn) => {
    const picture = waiting.get(filename)
    waiting.delete(filename)
    if (file === undefined) picture?.reject(new Error(`it could not be drawn: ${failure}`))
    else picture?.resolve(Buffer.from(file))
  })
  thread.on('error', (error) => {
    ended = error
    for (const { reject } of waiting.values()) reject(error)
  })

  const render = (filename: string) =>
    new Promise<Buffer>((resolve, reject) => {
      if (ended !== undefined) return reject(ended)
      waiting.set(filename, { resolve, reject })
      return thread.postMessage(filename)
    })
  const pictures: readonly Picture[] = catalogue.map((picture) => ({
    ...picture,
    render: () => render(picture.filename),
  }))
  return { pictures, stop: () => thread.terminate() }
}
