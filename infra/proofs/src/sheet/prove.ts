import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { layouts } from '@vitrine/contracts'
import { launchChromium } from '@vitrine/local/browser'
import sharp from 'sharp'
import { chosenOf, type Options, oneOf } from '../options.js'
import type { Context, Result } from '../proof.js'
import { createAdminClient } from '../stack/admin-client.js'
import { patient, withStack } from '../stack/stack.js'
import { photograph } from './photograph.js'
import { createPictures } from './pictures.js'
import { schemes, screens, sheetOf } from './sheet.js'
import { createWidgets } from './widgets.js'

const folder = fileURLToPath(new URL('../../../../.vitrine/sheet/', import.meta.url))
const publicUrl = new URL('http://vitrine.test')

/** Makes pictures of every layout with every kind of content, for people to look at. Each cell is one test. */
export async function proveSheet(options: Options, { log, signal }: Context): Promise<Result> {
  const wanted = options.layouts.map((layout) => oneOf('--layout', layout, layouts))
  const shown = options.schemes.map((scheme) =>
    oneOf(
      '--scheme',
      scheme,
      schemes.map(({ name }) => name),
    ),
  )
  const settings = { ...patient, PUBLIC_URL: publicUrl.origin }
  return withStack({ replicas: 1, managers: 1, settings }, async (stack) => {
    const [management = '', delivery = ''] = [...stack.managers, ...stack.replicas].map((one) =>
      one.url(),
    )
    const admin = createAdminClient(() => [management], signal)
    const site = await startSite()
    // The address of the stack as visitors know it, which is another origin than the sheets.
    const rule = `MAP ${publicUrl.host} ${new URL(delivery).host}`
    const browser = await launchChromium({ log, args: [`--host-resolver-rules=${rule}`] })
    try {
      log('  uploading …')
      const widgets = await createWidgets(admin, await createPictures())
      await mkdir(folder, { recursive: true })
      const failures: string[] = []
      let passed = 0
      for (const layout of wanted.length === 0 ? layouts : wanted) {
        const ofLayout = widgets.filter((widget) => widget.layout === layout)
        for (const scheme of chosenOf(schemes, shown)) {
          for (const screen of screens) {
            signal.throwIfAborted()
            const name = `${layout}-${scheme.name}-${screen.name}`.toLowerCase().replace('_', '-')
            const url = site.show(await sheetOf(ofLayout, scheme, screen))
            const { png, cells, problems } = await photograph(browser, url, scheme, screen)
            await sharp(png)
              .resize({ width: 2400, withoutEnlargement: true })
              .toFile(`${folder}${name}.png`)
            log(`  .vitrine/sheet/${name}.png`)
            failures.push(...problems.map((problem) => `${name}: ${problem}`))
            passed += cells - problems.length
          }
        }
      }
      return { passed, failures }
    } finally {
      await browser.close()
      site.stop()
      admin.close()
    }
  })
}

/** A site that shows the newest sheet. */
async function startSite() {
  let sheet = ''
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(sheet)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    show: (html: string): string => {
      sheet = html
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
