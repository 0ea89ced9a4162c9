import { readdir, readFile } from 'node:fs/promises'
import t from '@vitrine/testing/t'
import { catalogue } from '../../src/seed/catalogue.js'

const folder = new URL('../../pictures/', import.meta.url)
const filenames = catalogue.map(({ filename }) => filename)

t.test(
  'the folder of the pictures has those of the catalogue, and says whose they are',
  async (t) => {
    const credits = await readFile(new URL('README.md', folder), 'utf8')
    t.same((await readdir(folder)).sort(), ['README.md', ...filenames].sort())
    for (const filename of filenames) t.match(credits, `\`${filename}\``)
  },
)

t.test('every picture is what its content type says, and none is large', async (t) => {
  const beginnings: Record<string, [offset: number, bytes: string]> = {
    'image/jpeg': [0, '\xff\xd8\xff'],
    'image/png': [0, '\x89PNG'],
    'image/webp': [8, 'WEBP'],
    'image/avif': [4, 'ftypavif'],
  }
  for (const { filename, contentType, read } of catalogue) {
    const file = await read()
    const [offset, bytes] = beginnings[contentType] ?? [0, 'unknown']
    t.equal(file.toString('latin1', offset, offset + bytes.length), bytes, filename)
    t.ok(file.length < 400_000, `${filename} has ${file.length} bytes`)
  }
})

t.test('alt texts and tags are there, and no alt text is used twice', async (t) => {
  t.equal(new Set(catalogue.map(({ altText }) => altText)).size, catalogue.length)
  for (const { filename, altText, tags } of catalogue) {
    t.ok(altText.length >= 20 && tags.length > 0, filename)
  }
})
