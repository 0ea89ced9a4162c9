import t from '@vitrine/testing/t'
import { cacheInFront } from '../../src/request/cache-in-front.js'

t.test('a cache is known by the field that it adds, and a router is none', async (t) => {
  const table: [headers: Record<string, string>, field: string | null][] = [
    [{ 'cdn-loop': 'cloudflare; loops=1', 'cf-ray': '8a' }, 'cdn-loop'],
    [{ 'cf-ray': '8a' }, 'cf-ray'],
    [{ 'fastly-ff': 'x' }, 'fastly-ff'],
    [{ 'x-varnish': '32770' }, 'x-varnish'],
    [{ via: '1.1 varnish (Varnish/7.1)' }, 'via'],
    [{ via: '2.0 0a.cloudfront.net (CloudFront)' }, 'via'],
    [{ via: '1.1 Caddy' }, null],
    [{ 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' }, null],
    [{}, null],
  ]
  for (const [headers, field] of table) {
    t.equal(cacheInFront(headers), field, JSON.stringify(headers))
  }
})
