import type { Replica } from '@vitrine/coherence'
import type { App } from '@vitrine/http'
import type { KeptAnswers } from './kept-answers.js'

const everyMs = 100

/**
 * Lets caches keep no answer of a replica whose lease is over: a writer that has fenced it purges without hearing from it.
 */
export function dropWithoutLease(
  app: App,
  { kept, replica }: { kept: KeptAnswers; replica: Pick<Replica, 'isConfirmed'> },
): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(() => replica.isConfirmed() || kept.dropAll(), everyMs)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
