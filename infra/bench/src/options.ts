import { readArguments } from '@vitrine/local/command-line'
import { type ListRow, listRows } from './assets-list.js'
import { type ConsoleRow, consoleRows } from './console/bench.js'
import { type RowName, rowNames } from './delivery/rows/rows.js'

export type BenchOptions =
  | { program: 'assets-list'; rows: readonly ListRow[] }
  | { program: 'coherence' }
  | { program: 'console'; rows: readonly ConsoleRow[] }
  | { program: 'crops' }
  | { program: 'embed' }
  | { program: 'events' }
  | { program: 'quality'; width: number }
  | { program: 'statistics' }
  | { program: 'cli'; files: number }
  | { program: 'delivery'; rows: readonly RowName[]; jsonFile?: string }

const usage = `usage: npm run bench [-- coherence | crops | embed | events | statistics | quality [PX] | cli [FILES] | assets-list [${listRows.join(' | ')} …] | console [${consoleRows.join(' | ')} …] | delivery [ROW …] [--json FILE]], where ROW is one of: ${rowNames.join(', ')}`

/** @throws the usage for invalid arguments. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parse(args)
  const [program = 'delivery', ...rest] = positionals
  const { json } = values
  if (program === 'delivery' && rest.every(isRow)) {
    return { program, rows: rest, ...(json === undefined ? {} : { jsonFile: json }) }
  }
  if (program === 'console' && rest.every(isConsoleRow) && json === undefined) {
    return { program, rows: rest }
  }
  if (program === 'assets-list' && rest.every(isListRow) && json === undefined) {
    return { program, rows: rest }
  }
  if (program === 'cli' && json === undefined) {
    const [files = '1000', ...more] = rest
    if (/^[1-9]\d*$/.test(files) && more.length === 0) return { program, files: Number(files) }
  }
  if (program === 'quality' && json === undefined) {
    const [width = '640', ...more] = rest
    if (/^[1-9]\d{1,3}$/.test(width) && more.length === 0) return { program, width: Number(width) }
  }
  if (isOther(program) && rest.length === 0 && json === undefined) return { program }
  throw new Error(usage)
}

function parse(args: readonly string[]) {
  try {
    return readArguments('bench', args)
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : cause}\n${usage}`, { cause })
  }
}

const others = ['coherence', 'crops', 'embed', 'events', 'statistics'] as const
const isOther = (name: string): name is (typeof others)[number] =>
  (others as readonly string[]).includes(name)

const isConsoleRow = (name: string): name is ConsoleRow => (consoleRows as string[]).includes(name)
const isListRow = (name: string): name is ListRow => (listRows as readonly string[]).includes(name)
const isRow = (name: string): name is RowName => (rowNames as string[]).includes(name)
