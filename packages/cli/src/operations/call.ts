import { type PagedPath, pages, type Vitrine, VitrineError } from '@vitrine/sdk'
import type { Row } from '../output/people.js'
import type { Operation } from './table.js'

export type Input = {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  /** undefined sends none. */
  body?: unknown
}

/** Status of an answer to If-None-Match. */
const notModified = 304

/** @throws VitrineError for an answer of 400 or above. */
export async function call(
  vitrine: Vitrine,
  { method, path }: Operation,
  input: Input,
): Promise<Response> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(input.path[name] ?? ''),
  )
  const url = new URL(`${vitrine.baseUrl}${address}`)
  for (const [name, value] of Object.entries(input.query)) {
    for (const one of [value].flat()) url.searchParams.append(name, String(one))
  }
  const body = input.body === undefined ? null : JSON.stringify(input.body)
  const headers = {
    ...input.headers,
    ...(body !== null && { 'Content-Type': 'application/json' }),
  }
  const response = await vitrine.send(new Request(url, { method, headers, body }))
  if (response.ok || response.status === notModified) return response
  throw new VitrineError(response, await response.json().catch(() => undefined))
}

/** The results of an operation one by one. `onAnswer` gets the head of an answer that is not a page. */
export async function* resultsOf(
  vitrine: Vitrine,
  operation: Operation,
  input: Input,
  onAnswer: (response: Response) => void = () => undefined,
): AsyncGenerator<Row> {
  if (operation.answer === 'pages') {
    const params = { path: input.path, query: { size: 100, ...input.query } } as never
    yield* pages(vitrine, operation.path as PagedPath, { params }) as AsyncGenerator<Row>
    return
  }
  const response = await call(vitrine, operation, input)
  onAnswer(response)
  if (operation.answer === 'none' || response.status === notModified) return
  if (operation.answer === 'lines') yield* linesOf(response)
  else yield* [(await response.json()) as Row | Row[]].flat()
}

/** The text of an answer as it arrives. */
export const textsOf = (response: Response): AsyncIterable<string> =>
  (response.body?.pipeThrough(new TextDecoderStream()) ?? []) as AsyncIterable<string>

async function* linesOf(response: Response): AsyncGenerator<Row> {
  let rest = ''
  for await (const text of textsOf(response)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Row
  }
  if (rest !== '') yield JSON.parse(rest) as Row
}
