import t from '@vitrine/testing/t'
import { dead } from '../build.js'
import { type Case, runCases } from './cases.js'
import { addRepresentations } from './representations.js'
import { serve } from './server.js'

const port = await serve(t)
const representations = await addRepresentations(t, port)
/** It has no cached bytes and no store: every request that needs bytes is a 503. */
const withoutStore = await serve(t, dead.store)

type Expected = Pick<Case, 'status' | 'code'>
const known = { status: 304 }
const refused = { status: 412, code: 'PRECONDITION_FAILED' }

for (const { name, target, fields, etag, lastModified } of representations) {
  const conditional = (what: string, condition: readonly [string, string], expected: Expected) => ({
    name: what,
    target,
    fields: [...fields, condition],
    ...expected,
  })
  await t.test(`${name} is evaluated before a byte is fetched or rendered`, (t) =>
    runCases(t, withoutStore, [
      conditional('its tag', ['If-None-Match', etag], known),
      conditional('any tag', ['If-None-Match', '*'], known),
      conditional('its date', ['If-Modified-Since', lastModified], known),
      conditional('a tag of something else', ['If-Match', '"x"'], refused),
      conditional('the client has another', ['If-None-Match', '"x"'], { status: 503 }),
    ]),
  )
}

const [{ target } = { target: '' }] = representations
await t.test('an invalid request is rejected before a byte is fetched', (t) =>
  runCases(t, withoutStore, [
    { name: 'parameters', target: `${target}?w=0`, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'a method', method: 'PUT', target, status: 405, code: 'METHOD_NOT_ALLOWED' },
    {
      name: 'the head of an original',
      method: 'HEAD',
      target,
      status: 200,
    },
  ]),
)
