/** Serializes tasks with the same key. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>()
  return async <Value>(key: string, run: () => Promise<Value>): Promise<Value> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(run, run)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}

export type KeyedMutex = ReturnType<typeof createKeyedMutex>
