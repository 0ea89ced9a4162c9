import { type NumberedChanges, numberChanges, type Transaction } from '@vitrine/database'

export const changeLogRepository = (tx: Transaction) => ({
  /** Numbers the changes of the transaction. Call it last: from then on every other writer waits. */
  number: (): Promise<NumberedChanges> => numberChanges(tx),
})
