import type { Group } from '../group.js'
import { addCall } from '../operations/command.js'
import type { CallRow } from '../operations/row.js'
import { type TableName, tables } from './tables.js'

export function tableGroup(name: TableName): Group {
  const rows: readonly CallRow[] = tables[name]
  return {
    operations: rows.map(({ operation }) => operation),
    attach: (command, context) => {
      for (const row of rows) addCall(command, row, context)
    },
  }
}
