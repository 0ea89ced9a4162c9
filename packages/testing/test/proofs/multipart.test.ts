import t from '@vitrine/testing/t'
import { freshEmail, freshName, multipartBody } from '../../src/index.js'

function parse({ body, contentType }: ReturnType<typeof multipartBody>): Promise<FormData> {
  return new Response(body, { headers: { 'content-type': contentType } }).formData()
}

t.test('fields and files arrive unchanged', async (t) => {
  const form = await parse(
    multipartBody([
      { name: 'folderId', content: 'root' },
      {
        name: 'file',
        filename: 'été "1".png',
        contentType: 'image/png',
        content: Buffer.from([0, 13, 10, 255]),
      },
    ]),
  )
  t.equal(form.get('folderId'), 'root')
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('the file part must arrive as a file')
  t.equal(file.type, 'image/png')
  t.same(Buffer.from(await file.arrayBuffer()), Buffer.from([0, 13, 10, 255]))
})

t.test('a file without a declared type is sent as a JPEG', async (t) => {
  const { body } = multipartBody([{ name: 'file', filename: 'a.jpg', content: 'x' }])
  t.match(body.toString(), 'filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\nx\r\n')
})

t.test('a quote or a line break in a file name cannot end the header', async (t) => {
  const { body } = multipartBody([{ name: 'file', filename: 'é"\r\n.png', content: 'x' }])
  t.match(body.toString(), 'filename="é%22%0D%0A.png"')
})

t.test('a body without parts contains only its end', async (t) => {
  const { body, contentType } = multipartBody([])
  t.equal(body.toString(), `--${contentType.split('boundary=')[1]}--\r\n`)
})

t.test('fresh names and addresses are unique, and names are slugs', (t) => {
  t.match(freshName('shop'), /^shop-[0-9a-f]{8}$/)
  t.not(freshName('shop'), freshName('shop'))
  t.match(freshEmail(), /^user-[0-9a-f]{8}@example\.test$/)
  t.end()
})
