import t from '@vitrine/testing/t'
import { assetAddress } from '../../src/asset-address.js'
import { fileObjects, mezzanineObject, originalObject, renditionObject } from '../../src/index.js'

t.test('an address has the version from 2 on', async (t) => {
  const address = (version: number) =>
    assetAddress('https://x.example', { projectId: 'p', id: 'a', version })
  t.equal(address(1), 'https://x.example/api/v1/deliver/p/a')
  t.equal(address(2), 'https://x.example/api/v1/deliver/p/a?v=2')
})

t.test('the prefixes of a file cover its objects, and none of another file', async (t) => {
  const objectsOf = (file: string | null) => [
    originalObject('p', 'a', file),
    mezzanineObject('p', 'a', '1024', file),
    renditionObject('p', 'a', 'v1', '320x240.webp.q80', file),
  ]
  const files = [null, 'v2-0011223344556677', 'v3-0011223344556677']
  for (const file of files) {
    const prefixes = fileObjects('p', 'a', file)
    for (const other of files) {
      for (const object of objectsOf(other)) {
        t.equal(
          prefixes.some((prefix) => object.startsWith(prefix)),
          file === other,
          `${object} of ${prefixes}`,
        )
      }
    }
  }
})
