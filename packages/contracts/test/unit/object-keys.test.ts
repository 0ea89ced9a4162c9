import t from '@vitrine/testing/t'
import {
  embedScript,
  mezzanineObject,
  originalObject,
  parseAssetObject,
  renditionObject,
} from '../../src/index.js'

const sha256 = 'c0ffee'.padEnd(64, '0')

t.test('an entry is named by its own digest, and a part by that of the list of parts', (t) => {
  t.same(embedScript(`v1-${sha256}.js`), {
    kind: 'entry',
    object: `embed/v1-${sha256}.js`,
    sha256,
  })
  for (const name of ['grid.js', 'list-horizontal.css', 'labels-de.js', 'labels-zh-hant.js']) {
    t.same(embedScript(`v1/${sha256}/${name}`), {
      kind: 'part',
      object: `embed/v1/${sha256}/${name}`,
      name,
      list: { object: `embed/v1/${sha256}/parts.json`, sha256 },
    })
  }
  t.end()
})

t.test('other names are rejected, including those that leave the folder', (t) => {
  for (const path of [
    '',
    'v1.js',
    'v1/',
    'v1/grid.js',
    // The names of parts in earlier builds: eight characters are too short for a digest.
    'v1/grid-D3QYXYVP.js',
    'v1/labels-680c9992/de.js',
    `v1-${sha256}`,
    `v1-${sha256.slice(1)}.js`,
    `v1-${sha256.toUpperCase()}.js`,
    `v1-${sha256}.js\n`,
    `v1/${sha256}/parts.json`,
    `v1/${sha256}/grid.js `,
    `v1/${sha256}/grid.js\n`,
    `v1/${sha256}/grid.map`,
    `v1/${sha256}/Grid.js`,
    `v1/${sha256}/../grid.js`,
    `v1/${sha256}/labels/de.js`,
    `v1/${sha256}//grid.js`,
    `v1/../v1/${sha256}/grid.js`,
    `/v1/${sha256}/grid.js`,
    `v2/${sha256}/grid.js`,
    `v1/${sha256}/grïd.js`,
    `v1/${sha256}/grid%2ejs`,
    `v1\\${sha256}\\grid.js`,
    `projects/${sha256}/grid.js`,
    `v1/${sha256}/${'a'.repeat(300)}.js`,
    `v1/${sha256}/${'a-'.repeat(5000)}`,
  ]) {
    t.equal(embedScript(path), null, JSON.stringify(path.slice(0, 90)))
  }
  t.end()
})

t.test('the file of an object is read from its key, and from no other key', (t) => {
  const fileKey = 'v2-0123456789abcdef'
  for (const key of [null, fileKey]) {
    const file = { projectId: 'p', assetId: 'a', fileKey: key }
    t.strictSame(parseAssetObject(originalObject('p', 'a', key)), { ...file, name: 'original' })
    const copy = mezzanineObject('p', 'a', '1024', key)
    t.strictSame(parseAssetObject(copy), { ...file, name: 'mezzanine-1024' })
    const rendition = renditionObject('p', 'a', 'r', 'plan', key)
    t.strictSame(parseAssetObject(rendition), { ...file, name: 'renditions/r/plan' })
  }
  for (const key of ['projects/p/assets/a/', 'projects/p/assets/a/v2/original', 'embed/v1.js']) {
    t.equal(parseAssetObject(key), null, key)
  }
  t.end()
})
