import { parentPort } from 'node:worker_threads'
import { catalogue } from './catalogue.js'

/** Answer to a file name of the catalogue: its file, or why there is none. */
export type Drawn = { filename: string; file?: Uint8Array; failure?: string }

let last: Promise<void> = Promise.resolve()

parentPort?.on('message', (filename: string) => {
  last = last.then(async () => parentPort?.postMessage(await draw(filename)))
})

async function draw(filename: string): Promise<Drawn> {
  const picture = catalogue.find((one) => one.filename === filename)
  if (picture === undefined) return { filename, failure: 'the catalogue does not have it' }
  try {
    return { filename, file: await picture.render() }
  } catch (error) {
    return { filename, failure: String(error) }
  }
}
