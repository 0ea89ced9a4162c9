import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'

const bundle = await build({
  stdin: { contents: "export * from '@vitrine/sdk'", resolveDir: import.meta.dirname },
  bundle: true,
  format: 'iife',
  globalName: 'sdk',
  write: false,
})
const sdk = bundle.outputFiles[0]?.text ?? ''

/** A tab of the services' own origin, with the SDK as `sdk`, after which the script runs. */
export async function newTab(context: BrowserContext, origin: string, script = ''): Promise<Page> {
  const page = await context.newPage()
  await page.route('**/sdk.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<script>${sdk}\n${script}</script>` }),
  )
  await page.goto(`${origin}/sdk.html`)
  return page
}
