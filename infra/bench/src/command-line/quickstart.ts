import { join } from 'node:path'
import { createAdmin } from '../admin.js'
import type { Report } from '../report/bars.js'
import type { Stack } from '../with-stack.js'
import { signIn } from './command-line.js'
import { type Kind, makePictures } from './pictures.js'

const count = 20
const barSeconds = 15

/** From a folder of pictures to a page that shows them: until the code to paste is printed. */
export async function measureQuickstart(
  { management }: Stack,
  folder: string,
  report: Report,
): Promise<void> {
  const { account } = await createAdmin(management.url)
  const cli = await signIn(folder, management.url, account)
  const measured: Kind[] = ['png of noise, 0.9 MB', 'jpeg of 6 megapixels']
  for (const [i, kind] of measured.entries()) {
    const pictures = await makePictures(join(folder, `quickstart-${i}`), count, kind)
    const startMs = performance.now()
    await cli.untilOutput(['quickstart', pictures, '--no-open'])
    const seconds = (performance.now() - startMs) / 1000
    report.atMost(`quickstart of ${count}, ${kind}`, [seconds], 's', barSeconds)
  }
}
