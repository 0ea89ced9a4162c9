import t from '@vitrine/testing/t'
import { build, listen, publicUrl } from '../build.js'

const app = await build(t)
const address = await listen(app)
// Over a socket: the console is not in the OpenAPI document, which validates injected calls.
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${address}${path}`, { headers, redirect: 'manual' })
  // A body that nobody reads keeps its connection open, for which the app waits when it closes.
  await response.clone().arrayBuffer()
  return response
}

const filesOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path)

const page = await get('/console/')
const html = await page.text()
const assets = filesOf(html)

t.test('each address has a page whose head names its files, and all of them exist', async (t) => {
  const addresses = ['sign-in', 'projects', 'p/x/library?q=dune&alt=missing', 'p/x/widgets/y/code']
  const pages = await Promise.all(
    addresses.map(async (address) => {
      const response = await get(`/console/${address}`)
      t.equal(response.status, 200)
      t.match(response.headers.get('content-type'), 'text/html')
      return filesOf(await response.text())
    }),
  )
  t.equal(new Set(pages.map((files) => files.join())).size, addresses.length)
  for (const path of new Set(pages.flat())) t.equal((await get(path)).status, 200, path)
  const [signIn = [], projects = [], library = []] = pages
  t.ok(library.some((path) => path.includes('library-page')))
  t.notOk(projects.some((path) => path.includes('library-page')))
  t.notOk(signIn.some((path) => path.includes('shell')))
})

t.test('an address that no page has gets the one that says so', async (t) => {
  for (const path of ['nothing', 'p/x/nothing', 'p//library', '%E0%A4%A']) {
    const response = await get(`/console/${path}`)
    if (response.status === 400) continue // Not a path at all.
    t.equal(response.status, 200, path)
    t.notMatch(await response.text(), 'library-page', path)
  }
  const bare = await get('/console')
  t.equal(bare.status, 308)
  t.equal(bare.headers.get('location'), '/console/')
})

t.test('the name of a file that there is not is 404', async (t) => {
  const names = ['x.js', 'p/x/photo.png', 'index.html', 'pages/library.html', '.vite/manifest.json']
  for (const name of [...names, '.git/config', 'p/.env']) {
    t.equal((await get(`/console/${name}`)).status, 404, name)
  }
})

t.test('the page runs scripts of the console alone, and nobody may frame it', async (t) => {
  const policy = String(page.headers.get('content-security-policy'))
  t.match(policy, `script-src ${publicUrl}/console/assets/;`)
  t.match(policy, `style-src ${publicUrl}/console/assets/;`)
  for (const part of ["default-src 'none'", "trusted-types 'none'", "frame-ancestors 'none'"]) {
    t.match(policy, part)
  }
  t.notMatch(policy, /unsafe|\*/)
  t.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin')
  t.equal(page.headers.get('referrer-policy'), 'no-referrer')
  t.match(page.headers.get('permissions-policy'), 'camera=()')
  t.notMatch(html, /<script>|<style|style=|onload=/)
})

t.test('the page is revalidated, and its files never change', async (t) => {
  t.equal(page.headers.get('cache-control'), 'no-cache')
  const etag = String(page.headers.get('etag'))
  t.equal((await get('/console/', { 'if-none-match': etag })).status, 304)
  t.ok(assets.length >= 2)
  for (const path of assets) {
    const response = await get(path)
    t.equal(response.status, 200, path)
    t.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  }
})

t.test(
  'files are sent as the build has compressed them, if the browser takes brotli',
  async (t) => {
    const script = assets.find((path) => path.endsWith('.js')) ?? ''
    const plain = await get(script, { 'accept-encoding': 'identity' })
    const small = await get(script, { 'accept-encoding': 'gzip, br' })
    t.equal(plain.headers.get('content-encoding'), null)
    t.equal(small.headers.get('content-encoding'), 'br')
    // Decoded by fetch.
    t.equal(await small.text(), await plain.text())
    t.not(small.headers.get('etag'), plain.headers.get('etag'))
    const refused = await get(script, { 'accept-encoding': 'br;q=0' })
    t.not(refused.headers.get('content-encoding'), 'br')
  },
)

t.test('a file that the build does not have is 404, and no cache keeps that', async (t) => {
  for (const name of ['nothing.js', '../files.json', '%2e%2e/index.html']) {
    const response = await get(`/console/assets/${name}`)
    if (name === 'nothing.js') t.equal(response.status, 404)
    t.notMatch(await response.text(), '"sha256"')
    t.not(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  }
})
