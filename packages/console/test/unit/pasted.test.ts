import t from '@vitrine/testing/t'
import { namedPaste } from '../../src/uploads/pasted.ts'

const at = new Date(2026, 10, 5, 9, 3, 7)
const nameOf = (name: string, index = 0) => namedPaste(new File(['x'], name), at, index).name

t.test('a picture of the clipboard gets a name that tells it from the others', async (t) => {
  t.equal(nameOf('image.png'), 'Pasted 2026-11-05 09.03.07.png')
  t.equal(nameOf('image.jpeg', 1), 'Pasted 2026-11-05 09.03.07 2.jpeg')
  t.equal(nameOf('sunset.png'), 'sunset.png', 'a copied file keeps its own')
})
