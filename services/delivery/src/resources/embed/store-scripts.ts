import { setTimeout as wait } from 'node:timers/promises'
import { embedScriptObjects } from '@vitrine/contracts'
import type { ObjectStore } from '@vitrine/object-store'
import type { ScriptFile } from './build.js'
import { scriptType } from './script-answers.js'

type Deps = {
  build: readonly ScriptFile[]
  store: Pick<ObjectStore, 'list' | 'putFile'>
  warn: (error: unknown, message: string) => void
}

/** How long a start waits for the store, and how long it is until the next attempt, ms. */
const withinMs = 2000
const againMs = 2000

/** Puts this build's scripts into the object store, for replicas of other builds. They stay. */
export function createScriptStoring({ build, store, warn }: Deps) {
  const stopped = new AbortController()
  /** Shorter when it is stopped meanwhile. */
  const pause = (ms: number): Promise<void> =>
    wait(ms, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined)

  const storeMissing = async (): Promise<void> => {
    const stored = new Set((await store.list(embedScriptObjects)).map(({ key }) => key))
    for (const { object, file, bytes } of build) {
      if (object === null || stored.has(object)) continue
      await store.putFile(object, file, bytes.length, scriptType)
    }
  }

  const untilStored = async (): Promise<void> => {
    for (let attempt = 1; !stopped.signal.aborted; attempt += 1) {
      try {
        return await storeMissing()
      } catch (error) {
        if (attempt === 1) warn(error, 'the scripts of the embed are not stored yet')
        await pause(againMs)
      }
    }
  }

  return {
    /**
     * Resolves when they are stored, so that no page can name one before every replica has it; or
     * after 2 s, and then goes on trying: without the store a replica serves what it has.
     */
    start: async (): Promise<void> => {
      await Promise.race([untilStored(), pause(withinMs)])
    },
    stop: (): void => stopped.abort(),
  }
}
