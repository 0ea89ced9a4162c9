import t from 'tap'
import { strict } from '../../src/embed/behaviour/policy.js'
import { pasted, withNonce } from '../../src/embed/codes.js'

const codes = {
  placeholder: 'YOUR_KEY',
  script: '<script type="module" src="/v1.js"></script>\n<x-widget key="YOUR_KEY"></x-widget>',
  snippet: null,
  iframe: '<iframe src="/embed/x?api_key=YOUR_KEY"></iframe>',
  iframeScript: '<script>1</script>',
}

t.test('a form includes its key, and a frame its resize script', async (t) => {
  t.match(pasted(codes, 'script', 'pk_1'), /<x-widget key="pk_1">/)
  t.equal(
    pasted(codes, 'iframe', 'pk_1'),
    '<iframe src="/embed/x?api_key=pk_1"></iframe>\n<script>1</script>',
  )
  t.throws(() => pasted(codes, 'snippet', 'pk_1'), { message: /no snippet: it is not published/ })
})

t.test('only scripts get a nonce', async (t) => {
  t.equal(
    withNonce('<script src="a"></script><b>x</b><script>1</script>', 'n'),
    '<script nonce="n" src="a"></script><b>x</b><script nonce="n">1</script>',
  )
})

t.test(
  'the strict page allows scripts with its nonce, its own styles and the pictures',
  async (t) => {
    const { headers = {}, body } = strict({ html: codes.script }, 'http://pictures.example')
    const policy = headers['content-security-policy'] ?? ''
    const [, nonce] = /script-src 'nonce-(\w+)'/.exec(policy) ?? []
    t.match(body, `<script nonce="${nonce}" type="module"`)
    const directives = policy.split('; ')
    for (const directive of [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self' http://pictures.example",
      "require-trusted-types-for 'script'",
    ]) {
      t.ok(directives.includes(directive), directive)
    }
    t.notMatch(policy, /unsafe/)
  },
)
