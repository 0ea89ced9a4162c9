import { VitrineError } from '@vitrine/sdk'
import { reconcile } from '../../../controls/reconcile.ts'
import { wordsOf } from '../../../words/errors.ts'
import type { Asset } from '../../queries.ts'
import type { Draft } from '../use-draft.ts'
import {
  jsonOf,
  keyOf,
  type Row,
  type RowProblem,
  rowOfField,
  rowsOf,
  shownOf,
  valuesIn,
  withValue,
} from './rows.ts'

export type Problems = { rows: ReadonlyMap<number, RowProblem>; whole: string | null }

export const noProblems: Problems = { rows: new Map(), whole: null }
export const draftOf = (base: Asset): Draft<readonly Row[]> => ({
  base,
  content: rowsOf(base.metadata),
  choices: [],
})

/** Changes by others are taken over by key. A key that both have changed differently is a choice. */
export function rebased(
  { base, content: rows }: Draft<readonly Row[]>,
  now: Asset,
): Draft<readonly Row[]> {
  const keys = [...new Set([base, now].flatMap(({ metadata }) => [...valuesIn(metadata).keys()]))]
  // Each key is there, so that none is looked up in `Object.prototype`.
  const absent = keys.map((key) => [key, ''])
  const mine = Object.fromEntries([...absent, ...rows.map((row) => [keyOf(row), jsonOf(row)])])
  const { taken, choices } = reconcile(
    shownOf(base.metadata, keys),
    shownOf(now.metadata, keys),
    mine,
  )
  const merged = taken.reduce<readonly Row[]>(
    (all, { name, value }) => withValue(all, name, value),
    rows,
  )
  return { base: now, content: merged, choices }
}

/** The problems that the service found, at the rows that it names. */
export function problemsOfAnswer(rows: readonly Row[], error: unknown): Problems {
  if (!(error instanceof VitrineError)) return { ...noProblems, whole: wordsOf(error) }
  const found = new Map<number, RowProblem>()
  let whole: string | null = error.details.length === 0 ? wordsOf(error) : null
  for (const { field, message } of error.details) {
    const row = rowOfField(rows, field)
    if (row === undefined) whole = `${field} ${message}`
    else found.set(row.id, { value: message })
  }
  return { rows: found, whole }
}
