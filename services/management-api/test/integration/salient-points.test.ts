import { jpegWithSquare } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { openDatabase } from '../dependencies.js'
import { createScene } from '../scene.js'

const database = openDatabase(t)
const { owner, project } = await createScene(t)

t.test('an upload stores the point that stands out, with and without smaller copies', async (t) => {
  for (const width of [400, 1600]) {
    const [height, left, top] = [width / 2, width / 8, width / 8]
    const response = await owner.postParts(`/api/projects/${project.id}/assets`, [
      {
        name: 'file',
        filename: 'square.jpg',
        content: await jpegWithSquare({ width, height, left, top }),
      },
    ])
    t.equal(response.statusCode, 201)
    const { salientX, salientY } = await database.asset.findUniqueOrThrow({
      where: { id: response.json().id },
    })
    t.ok(salientX && Math.abs(salientX - 0.19) < 0.06, `${width} px: x is ${salientX}`)
    t.ok(salientY && Math.abs(salientY - 0.38) < 0.12, `${width} px: y is ${salientY}`)
  }
})
