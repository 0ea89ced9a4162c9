import { corpora, evenTruncations, hostileFiles } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import {
  checkUpload,
  leavesNothingBehind,
  startHostileUploads,
  unpackPackage,
} from '../hostile-uploads.js'

// Downloads 55 MB if the corpora are missing.
t.setTimeout(1_200_000)

const uploads = await startHostileUploads(t)

t.test('every hostile file is accepted as an image or rejected', async (t) => {
  const files = [...(await hostileFiles()), ...(await evenTruncations())]
  t.ok(files.length >= 600, `${files.length} files`)
  for (const file of files) await checkUpload(t, uploads, file)
})

t.test('every file of the corpora is accepted as an image or rejected', async (t) => {
  for await (const file of corpora((name) => unpackPackage(t, name))) {
    await checkUpload(t, uploads, file)
  }
})

t.test('no file takes the service and its image processes above 600 MiB', async (t) => {
  t.ok(uploads.peakBytes() <= 600 * 1024 * 1024, `${uploads.peakBytes()} bytes`)
})

t.test('rejected files leave nothing behind', async (t) => {
  await leavesNothingBehind(t, uploads)
  t.ok(uploads.accepted.length > 50, `of ${uploads.accepted.length} that were accepted`)
})
