import t from '@vitrine/testing/t'
import Type from 'typebox'
import { ConfigError, loadConfig } from '../../src/load.js'

const Schema = Type.Object({
  PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 3000, description: 'a port' }),
  SECRET: Type.String({ minLength: 8, description: 'eight characters or more' }),
  RATIO: Type.Optional(Type.Number({ description: 'a number' })),
  VERBOSE: Type.Boolean({ default: false, description: 'true or false' }),
})

t.test('texts become what the schema says, and the rest takes its default', async (t) => {
  t.same(loadConfig(Schema, { SECRET: 'long enough', VERBOSE: 'true', RATIO: '1.5', OTHER: 'x' }), {
    PORT: 3000,
    SECRET: 'long enough',
    VERBOSE: true,
    RATIO: 1.5,
  })
})

t.test('an empty variable counts as missing', async (t) => {
  t.equal(loadConfig(Schema, { SECRET: 'long enough', PORT: '' }).PORT, 3000)
})

t.test('every problem is reported at once, by name, and no value is shown', async (t) => {
  const load = () => loadConfig(Schema, { PORT: '70000', SECRET: 'short', RATIO: 'much' })
  t.throws(load, ConfigError)
  try {
    load()
  } catch (error) {
    const { problems, message } = error as ConfigError
    t.equal(problems.length, 3)
    for (const name of ['PORT', 'SECRET', 'RATIO']) t.match(message, `${name} `)
    t.match(message, 'eight characters or more')
    t.notMatch(message, '70000')
    t.notMatch(message, /short\b/)
  }
})

t.test('a missing setting without a default is named', async (t) => {
  t.throws(() => loadConfig(Schema, {}), { message: /SECRET is missing: eight characters/ })
})
