import t from '@vitrine/testing/t'
import Type from 'typebox'
import { compileSerializer } from '../../src/response/serializer.js'

const serialize = (schema: object) =>
  compileSerializer({ schema, method: 'GET', url: '/', httpStatus: '200' } as never)

t.test('a union has the first form of which the value has all properties', async (t) => {
  const name = Type.String()
  const full = Type.Object({ name, secret: Type.String() })
  const write = serialize(Type.Union([full, Type.Object({ name })]))
  t.equal(write({ name: 'a', secret: 'b', more: 1 }), '{"name":"a","secret":"b"}')
  t.equal(write({ name: 'a', more: 1 }), '{"name":"a"}')
  t.equal(write({ name: 'a', secret: undefined }), '{"name":"a"}')
})

t.test('null has no form, and any other value has the one that is not null', async (t) => {
  const write = serialize({ anyOf: [{ type: 'null' }, Type.Object({ a: Type.Integer() })] })
  t.equal(write(null), 'null')
  t.equal(write({ a: 1, b: 2 }), '{"a":1}')
})
