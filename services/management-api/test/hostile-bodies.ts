import type { Operation, Schema } from '@vitrine/testing'

const repeat = (bytes: number, part: (index: number) => string, between = ','): string => {
  const parts: string[] = []
  for (let length = 0, index = 0; length < bytes; index += 1) {
    const one = part(index)
    parts.push(one)
    length += one.length + between.length
  }
  return parts.join(between)
}

/** JSON texts of about the given size that are as expensive as possible to parse and validate. */
const values: Record<string, (bytes: number) => string> = {
  'many keys': (bytes) => `{${repeat(bytes, (i) => `"k${i}":1`)}}`,
  'many keys with escapes': (bytes) => `{${repeat(bytes, (i) => `"\\u006b${i}":"\\u0061"`)}}`,
  'long keys': (bytes) => `{${repeat(bytes, (i) => `"${'namee'.repeat(400)}${i}":1`)}}`,
  'deep nesting': (bytes) => `${'[{"a":'.repeat(160)}"${'x'.repeat(bytes)}"${'}]'.repeat(160)}`,
  'too deep nesting': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'a long text': (bytes) => `"${'x'.repeat(bytes)}"`,
  'a long text of escapes': (bytes) => `"${'\\u0061'.repeat(bytes / 6)}"`,
  'many words': (bytes) => `"${'a-'.repeat(bytes / 2)}"`,
  'an address without an end': (bytes) => `"a@${'a.'.repeat(bytes / 2)}"`,
  'white space': (bytes) => `"${' '.repeat(bytes)}x"`,
  'an array of numbers': (bytes) => `[${repeat(bytes, () => '1')}]`,
  'an array of empty texts': (bytes) => `[${repeat(bytes, () => '""')}]`,
  'an array of ids': (bytes) =>
    `[${repeat(bytes, () => '"6f1e7d0c-93c5-4c1e-9a53-000000000000"')}]`,
  'an array of objects': (bytes) => `[${repeat(bytes, () => '{"a":{}}')}]`,
  'halves of pairs': (bytes) => `[${repeat(bytes, () => '"\\ud800"')}]`,
  'inexact numbers': (bytes) => `[${repeat(bytes, () => '12345678901234567890')}]`,
  'one long number': (bytes) => '9'.repeat(bytes),
  'no end': (bytes) => `{"a":[${'{"b":['.repeat(100)}${'1,'.repeat(bytes / 2)}`,
  'not JSON': (bytes) => '}'.repeat(bytes),
  'many commas': (bytes) => `{"a" ${','.repeat(bytes)}`,
}

const known = new Map<number, [kind: string, text: string][]>()

function textsOf(bytes: number): [kind: string, text: string][] {
  const made = () =>
    Object.entries(values).map(([kind, value]): [string, string] => [kind, value(bytes)])
  const texts = known.get(bytes) ?? made()
  known.set(bytes, texts)
  return texts
}

/** Each value as the whole body, and as each property of an otherwise valid body. */
export function* hostileBodies(operation: Operation, bytes: number): Generator<[string, string]> {
  const content = operation.requestBody?.content['application/json']
  const example = { ...((content?.example ?? {}) as Record<string, unknown>) }
  const schema = (content?.schema ?? {}) as { properties?: Record<string, Schema> }
  const names = Object.keys({ ...schema.properties, ...example })
  for (const [kind, text] of textsOf(bytes)) {
    yield [kind, text]
    for (const name of names) {
      const rest = JSON.stringify({ ...example, [name]: undefined }).slice(1, -1)
      yield [`${kind} in ${name}`, `{${rest}${rest && ','}"${name}":${text}}`]
    }
  }
}
