import t from 'tap'
import { startSite } from '../../src/embed/site.js'

t.test(
  'a site serves pages with their headers, files with their types, and nothing else',
  async (t) => {
    const site = await startSite()
    t.teardown(site.stop)
    site.addFile('/a.js', 'export {}')
    site.addFile('/a.css', 'p {}')
    const first = site.addPage({ body: '<p>One</p>' })
    const second = site.addPage({
      head: '<meta name="x">',
      body: '<p>Two</p>',
      headers: { 'content-security-policy': "default-src 'none'" },
    })
    const get = async (path: string) => {
      const response = await fetch(new URL(path, first))
      const { status, headers } = response
      return { status, headers, text: await response.text() }
    }
    const two = await get(second)
    t.match(two.text, '<meta name="x">\n</head>\n<body>\n<p>Two</p>\n</body>')
    t.equal(two.headers.get('content-security-policy'), "default-src 'none'")
    const one = await get(`${first}?x=1`)
    t.match(one.text, /<p>One/)
    t.equal(one.headers.get('content-security-policy'), null)
    t.match((await get('/a.js?v=1')).headers.get('content-type'), 'text/javascript')
    t.match((await get('/a.css')).headers.get('content-type'), 'text/css')
    t.equal((await get('/b.js')).status, 404)
  },
)
