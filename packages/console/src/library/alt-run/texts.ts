import type { AssetChange } from '../../server/assets.ts'
import type { Saved } from './run.ts'

/** A text that was entered, until the service has it. */
export type Entered = {
  id: string
  change: AssetChange
  /** Why it was not saved; null as long as it waits, or is being sent. */
  problem: unknown
}

export type TextsState = {
  /** What is typed for pictures, and not entered yet. */
  drafts: ReadonlyMap<string, string>
  entered: ReadonlyMap<string, Entered>
  /** The last ones, the newest at the end. */
  saved: readonly Saved[]
}

/** Texts that can be taken back, one after the other. */
const mostSaved = 100

const without = <Value>(map: ReadonlyMap<string, Value>, id: string): ReadonlyMap<string, Value> =>
  new Map([...map].filter(([one]) => one !== id))

/**
 * The texts of a project's run: typing never waits for the service. What was entered is sent in its order, one at a
 * time. What was not saved stays until it is sent again or given up.
 *
 * @param save returns the picture before and after; null if it has that text already.
 */
export function createTexts(save: (id: string, change: AssetChange) => Promise<Saved | null>) {
  let state: TextsState = { drafts: new Map(), entered: new Map(), saved: [] }
  const listeners = new Set<() => void>()
  const set = (next: Partial<TextsState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  let isSending = false
  const sendAll = async (): Promise<void> => {
    if (isSending) return
    isSending = true
    for (;;) {
      const next = [...state.entered.values()].find(({ problem }) => problem === null)
      if (next === undefined) break
      const { id, change } = next
      const outcome = await save(id, change).then(
        (saved) => ({ saved, problem: null }),
        (problem: unknown) => ({ saved: null, problem }),
      )
      const { entered, saved } = state
      // Another text was entered for the picture meanwhile: it is sent next.
      const isNewest = entered.get(id) === next
      if (outcome.problem !== null) {
        if (isNewest) set({ entered: new Map(entered).set(id, { ...next, ...outcome }) })
        continue
      }
      set({
        ...(isNewest && { entered: without(entered, id) }),
        ...(outcome.saved && { saved: [...saved, outcome.saved].slice(-mostSaved) }),
      })
    }
    isSending = false
  }

  return {
    get: (): TextsState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    type: (id: string, text: string): void => set({ drafts: new Map(state.drafts).set(id, text) }),
    enter: (id: string, change: AssetChange): void => {
      set({
        drafts: without(state.drafts, id),
        // At the end of those that wait.
        entered: new Map(without(state.entered, id)).set(id, { id, change, problem: null }),
      })
      void sendAll()
    },
    /** What was typed before its picture was known is the picture's. */
    adopt: (from: string, id: string): void => {
      const text = state.drafts.get(from)
      if (text === undefined) return
      set({ drafts: new Map(without(state.drafts, from)).set(id, text) })
    },
    sendAgain: (): void => {
      const entered = [...state.entered].map(
        ([id, one]) => [id, { ...one, problem: null }] as const,
      )
      set({ entered: new Map(entered) })
      void sendAll()
    },
    giveUp: (id: string): void =>
      set({ drafts: without(state.drafts, id), entered: without(state.entered, id) }),
    takenBack: (saved: Saved): void =>
      set({
        drafts: without(state.drafts, saved.after.id),
        saved: state.saved.filter((one) => one !== saved),
      }),
    isEmpty: (): boolean =>
      state.entered.size === 0 && [...state.drafts.values()].every((text) => text.trim() === ''),
  }
}

export type Texts = ReturnType<typeof createTexts>
