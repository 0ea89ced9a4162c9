import type { Schemas } from '@vitrine/sdk'
import type { Row } from '../output/people.js'
import type { Context } from '../session/context.js'

type Statistics = Pick<Schemas['Statistics'], 'totals' | 'content' | 'more' | 'rounded'>

/** A row for each day, hour, widget or picture, for people; programs get the answer. */
export async function showStatistics(answer: Row, { output }: Context): Promise<boolean> {
  if (output.isJson) return false
  const { totals, content, more, rounded } = answer as Statistics
  await output.list(rowsOf(content))
  const { views, clicks, opens } = totals
  output.note(`${views} views, ${clicks} clicks, ${opens} opens`)
  if (more) output.note('These are the ones with the most views. There are more.')
  if (rounded) output.note('Older counts are kept by the hour, so times are rounded.')
  return true
}

async function* rowsOf(content: Statistics['content']): AsyncGenerator<Row> {
  yield* content
}
