import t from '@vitrine/testing/t'
import { findRoute } from '../../src/router/router.js'

t.test('each path has one destination', async (t) => {
  const table = {
    '/': 'home',
    '/?utm=1': 'home',
    '/demo': 'site',
    '/demo/': 'site',
    '/demo/x': 'none',
    '/healthz': 'health',
    '/readyz': 'readiness',
    '/api/v1/readyz': 'readiness',
    '/api/v1/readyz?verbose': 'readiness',
    '/api/v1/widgets/spring?api_key=pk_x': 'delivery',
    '/api/v1/deliver/a/b': 'delivery',
    '/api': 'docs',
    '/api/': 'docs',
    '/api/v1': 'docs',
    '/api/v1/?x': 'docs',
    '/api/v10/x': 'management-api',
    '/embed.js': 'delivery',
    '/embed/v1/vitrine.js': 'delivery',
    '/api/projects': 'management-api',
    '/api/../console': 'management-api',
    '/console': 'management-api',
    '/console/assets': 'management-api',
    '/API/v1/x': 'none',
    '//api/v1/x': 'none',
    '/?/api/v1/': 'home',
    '/favicon.ico': 'none',
    '/constructor': 'none',
    '': 'none',
  }
  for (const [target, expected] of Object.entries(table)) {
    t.equal(findRoute(target), expected, target)
  }
})
