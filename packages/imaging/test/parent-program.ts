/** Ingests the image at the first argument into the second, in an image process. */
import { ImageProcesses } from '@vitrine/imaging'

const [path = '', directory = ''] = process.argv.slice(2)
const images = new ImageProcesses({ processes: 1, limits: { maxPixels: 1_000_000 } })
await images.ingest(path, directory)
