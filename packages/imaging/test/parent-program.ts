/** Ingests the image at the first argument into the second, in an image process. */
import { createImageProcesses } from '@vitrine/imaging'

const [path = '', directory = ''] = process.argv.slice(2)
const images = createImageProcesses({ processes: 1, limits: { maxPixels: 1_000_000 } })
await images.ingest(path, directory)
