import t from '@vitrine/testing/t'
import { allowedOrigin, isFromAllowedOrigin, type OriginHeaders } from '../../src/origins.js'

t.test('an origin is normalized', async (t) => {
  const table: [sent: string, kept: string][] = [
    ['https://a.example', 'https://a.example'],
    ['HTTPS://A.Example', 'https://a.example'],
    ['https://a.example:8443', 'https://a.example:8443'],
    ['https://a.example:443', 'https://a.example'],
    ['https://*.a.example', 'https://*.a.example'],
    ['HTTPS://*.A.Example:8443', 'https://*.a.example:8443'],
    ['https://*.a.example:443', 'https://*.a.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://*.Bücher.example', 'https://*.xn--bcher-kva.example'],
    ['https://192.0.2.1', 'https://192.0.2.1'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
  ]
  for (const [sent, kept] of table) {
    t.equal(allowedOrigin(sent), kept, sent)
    t.equal(allowedOrigin(kept), kept, `${kept} is unchanged`)
  }
})

t.test('texts that are not an origin, or match too many, are rejected', async (t) => {
  const table = [
    ['', 'null', '*', 'a.example', '//a.example', 'https://', 'https://*', 'https://*.'],
    ['https://a.example/', 'https://a.example/x', 'https://a.example?x', 'https://a.example#x'],
    ['https://user@a.example', 'https://user:pw@a.example', 'https://a.example:x'],
    ['https://a.example:65536', 'https://a.example:', 'https://a example', ' https://a.example'],
    ['https://*.com', 'https://*.localhost', 'https://*.192.0.2.1', 'https://a.*.example'],
    ['https://*a.example', 'https://*.*.a.example', 'https://a.example*', 'https://**.a.example'],
    ['http://a.example', 'http://*.a.example', 'http://localhost.a.example', 'ftp://a.example'],
    ['file:///x', 'javascript:alert(1)', 'https:\\\\a.example', 'https://a.example\\x'],
    ['https://a%2eexample', 'https://a.example\n', 'https://a.example\u0000', 'https://[::1]'],
    ['https:a.example', 'https:///a.example'],
    ['https://a;sandbox', 'https://a,b.example', 'https://*.a;sandbox', "https://a'b.example"],
    ['https://a"b.example', 'https://a`b.example', 'https://(a).example', 'https://a=b.example'],
    ['https://.a.example', 'https://a..example', 'https://*..a.example', 'https://a.example.'],
    [
      'https://-a.example',
      'https://a-.example',
      'https://a_b.example',
      'https://a&b',
      'https://a!b',
    ],
    [`https://${'a'.repeat(64)}.example`, `https://${'a.'.repeat(126)}example`],
  ].flat()
  for (const sent of table) t.equal(allowedOrigin(sent), null, JSON.stringify(sent))
})

const shop = 'https://shop.example'
const below = 'https://*.shop.example'

t.test('an origin is compared in full', async (t) => {
  const table: [allowed: string, origin: string, isAllowed: boolean][] = [
    [shop, 'https://shop.example', true],
    [shop, 'https://SHOP.example', true],
    [shop, 'https://shop.example:443', true],
    [shop, 'https://shop.example:8443', false],
    [shop, 'http://shop.example', false],
    [shop, 'http://shop.example:443', false],
    [shop, 'https://www.shop.example', false],
    [shop, 'https://shop.example.evil.com', false],
    [shop, 'https://evilshop.example', false],
    [shop, 'https://shop.example@evil.com', false],
    [shop, 'https://evil.com/https://shop.example', false],
    [shop, 'https://evil.com?https://shop.example', false],
    [shop, 'https://evil.com\\.shop.example', false],
    [shop, 'https://shop.example.', false],
    [shop, 'https://shop.example, https://evil.com', false],
    [shop, 'https://ѕhop.example', false],
    [shop, 'null', false],
    [below, 'https://.shop.example', false],
    [below, 'https://a..shop.example', false],
    [below, 'https://a;b.shop.example', false],
    [shop, '', false],
    [shop, 'shop.example', false],
    ['https://shop.example:8443', 'https://shop.example:8443', true],
    ['https://shop.example:8443', 'https://shop.example', false],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example', true],
    ['https://xn--bcher-kva.example', 'https://bucher.example', false],
    [below, 'https://www.shop.example', true],
    [below, 'https://a.b.shop.example', true],
    [below, 'https://WWW.Shop.example:443', true],
    [below, 'https://shop.example', false],
    [below, 'https://evilshop.example', false],
    [below, 'https://www.shop.example.evil.com', false],
    [below, 'https://www.shop.example:8443', false],
    [below, 'http://www.shop.example', false],
    [below, 'https://*.shop.example', false],
    ['https://*.shop.example:8443', 'https://www.shop.example:8443', true],
    ['https://*.shop.example:8443', 'https://www.shop.example', false],
  ]
  for (const [allowed, origin, isAllowed] of table) {
    t.equal(isFromAllowedOrigin([allowed], { origin }), isAllowed, `${allowed}: ${origin}`)
  }
})

t.test('Referer is used without an Origin, by its own origin', async (t) => {
  const table: [headers: OriginHeaders, isAllowed: boolean][] = [
    [{ referer: 'https://shop.example/' }, true],
    [{ referer: 'https://shop.example' }, true],
    [{ referer: 'https://shop.example/a?b#c' }, true],
    [{ referer: 'https://shop.example.evil.com/' }, false],
    [{ referer: 'https://evil.com/?https://shop.example/' }, false],
    [{ referer: 'https://shop.example@evil.com/' }, false],
    [{ referer: 'http://shop.example/' }, false],
    [{ referer: 'blob:https://shop.example/x' }, false],
    [{ referer: '/shop' }, false],
    [{ referer: '' }, false],
    [{ referer: 'about:blank' }, false],
    [{}, false],
    [{ origin: 'null', referer: 'https://shop.example/' }, false],
    [{ origin: 'https://evil.com', referer: 'https://shop.example/' }, false],
    [{ origin: 'https://shop.example', referer: 'https://evil.com/' }, true],
  ]
  for (const [headers, isAllowed] of table) {
    t.equal(isFromAllowedOrigin([shop], headers), isAllowed, JSON.stringify(headers))
  }
})

t.test('one matching origin is enough, and an empty list matches nothing', async (t) => {
  const origin = 'https://www.shop.example'
  t.ok(isFromAllowedOrigin([shop, below], { origin }))
  t.notOk(isFromAllowedOrigin([shop, 'https://b.example'], { origin }))
  t.notOk(isFromAllowedOrigin([], { origin }))
})
