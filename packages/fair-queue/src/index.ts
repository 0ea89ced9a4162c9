export {
  begin,
  emptyQueue,
  end,
  type FairQueue,
  inTurns,
  join,
  type Waiter,
  whoYields,
  without,
} from './fair-queue.js'
