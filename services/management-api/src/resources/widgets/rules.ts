import { AppError } from '@vitrine/errors'

export function found<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('WIDGET_NOT_FOUND', 'There is no such widget.')
  return row
}
