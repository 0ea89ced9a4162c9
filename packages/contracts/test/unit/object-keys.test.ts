import t from 'tap'
import { embedScriptObject } from '../../src/index.js'

t.test('a script of the embed has an object when it is named by its content', (t) => {
  for (const path of [
    'v1/grid-D3QYXYVP.js',
    'v1/list-horizontal-GLBGEGBY.js',
    'v1/chunk-2ABCDEF7.js',
    'v1/labels-680c9992/de.js',
    'v1/labels-680c9992/zh-hant.js',
  ]) {
    t.equal(embedScriptObject(path), `embed/${path}`)
  }
  t.end()
})

t.test('any other name has none', (t) => {
  for (const path of [
    '',
    'v1.js',
    'v1/',
    'v1/grid.js',
    'v1/grid-SHORT.js',
    'v1/grid-D3QYXYVP.map',
    'v1/grid-D3QYXYVP.js ',
    'v1/grid-D3QYXYVP.js\n',
    'v1/grid-D3QYXYVP.js/x.js',
    'v1/../grid-D3QYXYVP.js',
    'v1/labels-680c9992/../grid-D3QYXYVP.js',
    'v1/labels-680c9992/de/de.js',
    'v1//grid-D3QYXYVP.js',
    '/v1/grid-D3QYXYVP.js',
    'v2/grid-D3QYXYVP.js',
    'v1/grïd-D3QYXYVP.js',
    'v1/grid-D3QYXYVP%2ejs',
    'v1\\grid-D3QYXYVP.js',
    'projects/a-D3QYXYVP.js',
    `v1/${'a'.repeat(300)}-D3QYXYVP.js`,
    `v1/${'a-'.repeat(5000)}`,
  ]) {
    t.equal(embedScriptObject(path), null, JSON.stringify(path.slice(0, 60)))
  }
  t.end()
})
