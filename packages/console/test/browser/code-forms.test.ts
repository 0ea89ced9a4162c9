import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { ConsoleMessage, Page } from 'playwright-core'
import { build, type Plugin } from 'vite'
import { type CompilerOptions, compileScript, parse } from 'vue/compiler-sfc'
import { type Block, blocksOf, type Form } from '../../src/embed-code/codes.ts'
import { startProject, upload } from './sample.ts'
import { startSite } from './site.ts'
import { visit } from './visit.ts'

type Embed = Parameters<typeof blocksOf>[1]['embed']

const { url, account, calls, projectId, project } = await startProject(t)
const assetIds: string[] = []
for (const [index, name] of ['Dunes', 'Harbour', 'Pier'].entries()) {
  const fields = { name: `${name}.jpg`, width: 300 + index, altText: name }
  assetIds.push(await upload(url, account, projectId, fields))
}
const widget = { slug: 'summer-show', layout: 'GRID' }
const { id } = await calls<{ id: string }>('POST', `${project}/widgets`, {
  name: 'Summer show',
  ...widget,
  assetIds,
})
await calls('PUT', `${project}/widgets/${id}/publish`)
const { key } = await calls<{ key: string }>('POST', `${project}/api-keys`, { name: 'Site' })
const embed = await calls<Embed>('GET', `${project}/widgets/${id}/embed`)
const site = await startSite(t)
const { page, complaints } = await visit(t)

const codes = (form: Form, isPinned = false, isReserved = false): Block[] =>
  blocksOf(form, { embed, widget, base: url, apiKey: key, isPinned, isReserved })

const codeOf = (blocks: readonly Block[], kind: Block['kind']): string => {
  const block = blocks.find((one) => one.kind === kind)
  if (block === undefined) throw new Error(`there is no ${kind}`)
  return block.code
}

/** Pastes the code into the page of the site, and waits until its pictures are there. */
async function shows(code: string, around: (page: Page) => Pick<Page, 'locator'> = (it) => it) {
  site.paste(code)
  await page.goto(site.origin)
  const widget = around(page).locator('vitrine-widget')
  await widget.locator('.live').waitFor()
  for (const name of ['Dunes', 'Harbour', 'Pier']) {
    await widget.locator(`img.loaded[alt="${name}"]`).waitFor()
  }
}

const pasted: [name: string, form: Form, isPinned: boolean, isReserved: boolean][] = [
  ['script', 'script', false, false],
  ['script with its room', 'script', false, true],
  ['pinned script', 'script', true, false],
  ['snippet', 'snippet', false, false],
]
for (const [name, form, isPinned, isReserved] of pasted) {
  t.test(`${name}: pasted into a page, it shows the pictures`, async (t) => {
    const blocks = codes(form, isPinned, isReserved)
    t.equal(/integrity=/.test(codeOf(blocks, 'page')), isPinned)
    await shows(blocks.map(({ code }) => code).join('\n'))
  })
}

t.test('the script is two lines', async (t) => {
  t.match(codeOf(codes('script'), 'page').split('\n'), { length: 2 })
})

t.test('snippet: pasted where inline styles are forbidden, it shows the pictures', async (t) => {
  const strict = await calls<Embed>('GET', `${project}/widgets/${id}/embed?styles=files`)
  const options = { embed: strict, widget, base: url, apiKey: key }
  const [block] = blocksOf('snippet', { ...options, isPinned: false, isReserved: false })
  const unscripted = block?.code.replace(/<script.*<\/script>/, '') ?? ''
  site.paste(unscripted, `style-src ${url}/embed/`)
  await page.goto(site.origin)
  const pictures = page.locator('vitrine-widget img')
  await pictures.nth(2).waitFor()
  const [first, second] = await pictures.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().toJSON()),
  )
  t.equal(first.top, second.top, 'side by side, without the script')
})

t.test('iframe: its text has the colour of the page', async (t) => {
  const [frame, script] = codes('iframe')
  site.paste(`<div style="color:rgb(1,2,3)">${frame?.code}</div>${script?.code}`)
  await page.goto(site.origin)
  const body = page.frameLocator('iframe').locator('body')
  await until(async () => {
    const color = await body.evaluate((one) => getComputedStyle(one).color)
    return color === 'rgb(1, 2, 3)'
  })
  t.pass('it is told by the script of the page')
})

t.test('iframe: pasted into a page, it shows the pictures, as high as they are', async () => {
  const [frame, script] = codes('iframe')
  await shows(`${frame?.code}\n${script?.code}`, (it) => it.frameLocator('iframe'))
  const inner = page.frames().find((frame) => frame.url().includes('/embed/'))
  await until(async () => {
    const isWhole = 'document.documentElement.scrollHeight <= innerHeight'
    return (await inner?.evaluate(isWhole)) === true
  })
})

/** Vue warns without them. */
const flagsOfVue = {
  __VUE_OPTIONS_API__: 'false',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
}

type Bundling = { plugins?: Plugin[]; mode?: 'production' | 'development' }

/** What a bundler makes of files whose entry is `main.jsx`, as a script for a page. */
async function bundled(root: string, { plugins = [], mode = 'production' }: Bundling = {}) {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode), ...flagsOfVue },
    build: { write: false, rollupOptions: { input: join(root, 'main.jsx') } },
  })
  const [output] = [built].flat()
  if (output === undefined || !('output' in output)) throw new Error('nothing was built')
  const [{ code }] = output.output
  return `<script type="module">${code.replaceAll('</script', '<\\/script')}</script>`
}

/** Layout shifts of the page, in sum. */
const noteShift = `<script>
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value
  }).observe({ type: 'layout-shift', buffered: true })</script>`

t.test('React: the component, built by Vite, shows the pictures', async (t) => {
  const root = t.testdir({
    'SummerShow.jsx': codeOf(codes('react'), 'component'),
    'main.jsx': `import { createRoot } from 'react-dom/client'
      import { SummerShow } from './SummerShow.jsx'
      createRoot(document.getElementById('root')).render(<><SummerShow /><p>Below</p></>)`,
  })
  await shows(`${noteShift}<div id="root"></div>${await bundled(root)}`)
  t.equal(await page.evaluate('shift'), 0, 'nothing below it moves')
})

const run = promisify(execFile)
const tsc = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
)

/** What the command for the types writes. */
const typesOf = async (command: string): Promise<string> =>
  (await fetch(command.split(' ').at(-1) ?? '')).text()

t.test('React: with its types, the component passes the checks of TypeScript', async (t) => {
  const blocks = codes('react')
  const compilerOptions = {
    strict: true,
    noEmit: true,
    jsx: 'react-jsx',
    types: [],
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
  }
  const root = t.testdir({
    'SummerShow.tsx': codeOf(blocks, 'component'),
    'vitrine.d.ts': await typesOf(codeOf(blocks, 'types')),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*'] }),
  })
  const check = () =>
    run(process.execPath, [tsc, '-p', root]).catch(({ stdout }: { stdout: string }) => ({ stdout }))
  t.equal((await check()).stdout, '')
  await writeFile(join(root, 'vitrine.d.ts'), 'export {}')
  t.match((await check()).stdout, 'vitrine-widget', 'without them, it does not')
})

/** What `@vitejs/plugin-vue` does with a component that has a script and a template. */
const vueFiles = (compilerOptions: CompilerOptions): Plugin => ({
  name: 'vue-files',
  transform(source, file) {
    if (!file.endsWith('.vue')) return null
    const { descriptor, errors } = parse(source, { templateParseOptions: compilerOptions })
    const [error] = errors
    if (error !== undefined) throw error
    const { content } = compileScript(descriptor, {
      id: 'summer-show',
      inlineTemplate: true,
      templateOptions: { compilerOptions },
    })
    return { code: content, map: null }
  },
})

/** The options of the template that the code for `vite.config.js` gives to the plugin. */
async function compilerOptionsOf(config: string, folder: string): Promise<CompilerOptions> {
  const file = join(folder, 'options.mjs')
  await writeFile(file, `const vue = (options) => options\nexport default ${config}`)
  const { default: options } = await import(pathToFileURL(file).href)
  return options.template.compilerOptions
}

t.test('Vue: the component, compiled and run by Vue, shows the pictures', async (t) => {
  const blocks = codes('vue')
  const root = t.testdir({
    'SummerShow.vue': codeOf(blocks, 'component'),
    'main.jsx': `import { createApp, h } from 'vue'
      import SummerShow from './SummerShow.vue'
      createApp({ render: () => [h(SummerShow), h('p', 'Below')] }).mount('#root')`,
  })
  const compilerOptions = await compilerOptionsOf(codeOf(blocks, 'config'), root)
  const site = (options: CompilerOptions) =>
    bundled(root, { plugins: [vueFiles(options)], mode: 'development' })
  const warnings: string[] = []
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'warning') warnings.push(message.text())
  }
  page.on('console', onConsole)
  await shows(`${noteShift}<div id="root"></div>${await site(compilerOptions)}`)
  t.equal(await page.evaluate('shift'), 0, 'nothing below it moves')
  t.same([warnings, complaints], [[], []])
  await shows(`<div id="root"></div>${await site({})}`)
  page.off('console', onConsole)
  t.match(warnings, [/Failed to resolve component: vitrine-widget/], 'without the configuration')
})
