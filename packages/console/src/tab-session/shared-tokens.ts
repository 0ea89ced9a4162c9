import type { SessionStore } from '@vitrine/sdk'

type Tokens = NonNullable<Awaited<ReturnType<SessionStore['read']>>>

type Message =
  /** Asks the other tabs for tokens newer than this time. */
  { kind: 'ask'; than: number } | { kind: 'tokens'; tokens: Tokens; at: number }

/** How long a tab waits for newer tokens that another one has, ms: a tab that stands still does not answer. */
const answerMs = 5000

/** The tokens of all open tabs at one moment. */
export type Look = {
  /** When the newest ones were issued; 0 for none. */
  newest: number
  /** Whether some tab held the lock of `exclusive`, and none waited for it. */
  isUncontended: boolean
}

type Parts = {
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  /** Tells all tabs, until it closes, when the tokens of this one were issued. */
  hold(at: number): Promise<void>
  look(): Promise<Look>
  now(): number
}

/**
 * Tabs share their access token, in memory alone: a tab that would refresh first asks the others for a newer
 * one, and sends them the new one. So one refresh serves all tabs.
 *
 * @param store its `exclusive` holds a lock that all tabs share.
 */
export function sharedAmongTabs(store: SessionStore, parts: Parts): SessionStore {
  const { channel, hold, look, now } = parts
  /** When the tokens of this tab were issued, by the clock of this machine. */
  let at = 0
  const waiting = new Set<() => void>()

  const take = async (tokens: Tokens, issuedAt: number): Promise<void> => {
    if (issuedAt <= at) return
    at = issuedAt
    await store.write(tokens)
    await hold(at)
    for (const answered of waiting) answered()
  }
  const answer = async (than: number): Promise<void> => {
    const tokens = await store.read()
    if (tokens?.accessToken && at > than) channel.postMessage({ kind: 'tokens', tokens, at })
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'tokens') void take(data.tokens, data.at)
    if (data.kind === 'ask') void answer(data.than)
  })

  const askOthers = async ({ newest }: Look): Promise<void> => {
    if (newest <= at) return
    await new Promise<void>((resolve) => {
      const answered = () => {
        clearTimeout(timer)
        waiting.delete(answered)
        resolve()
      }
      const timer = setTimeout(answered, answerMs)
      waiting.add(answered)
      channel.postMessage({ kind: 'ask', than: at } satisfies Message)
    })
  }

  return {
    ...store,
    write: async (tokens) => {
      await store.write(tokens)
      if (!tokens?.accessToken) return hold(0)
      at = Math.max(at + 1, now())
      // Before this tab gives up the lock: the next one asks who has newer tokens.
      await hold(at)
      channel.postMessage({ kind: 'tokens', tokens, at } satisfies Message)
    },
    exclusive: (work) => {
      const before = at
      const result = store.exclusive(async () => {
        // Newer ones may have come while this tab waited for the lock.
        if (at === before) {
          const first = await looking
          await askOthers(first.isUncontended ? first : await look())
        }
        return work()
      })
      // The browser handles requests in their order. If no tab waited for the lock after it was requested here, this
      // tab held it, and need not look again. A page that is loading runs many other tasks before each answer.
      const looking = look()
      return result
    },
  }
}
