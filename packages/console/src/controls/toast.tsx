import { useSyncExternalStore } from 'react'
import { wordsOf } from '../words/errors.ts'
import { onDemand } from './on-demand.tsx'
import type { Message } from './toast-region.tsx'

/** How long a message stays, ms. With an action it stays longer. */
const shortMs = 5000
const longMs = 12_000

const region = onDemand(
  () => import('./toast-region.tsx'),
  (parts) => parts.Region,
)
const listeners = new Set<() => void>()
let isNeeded = false

function add(message: Message, timeout?: number): void {
  isNeeded = true
  for (const listener of listeners) listener()
  void region
    .load()
    .then(({ queue }) => queue.add(message, timeout === undefined ? {} : { timeout }))
}

/** Says that something was done. What failed stays until it is closed. */
export const toast = (words: string, options: { undo?: () => void } = {}): void =>
  add({ words, tone: 'good', ...options }, options.undo === undefined ? shortMs : longMs)

export const toastError = (error: unknown): void => toastProblem(wordsOf(error))

/** @param options `undo` takes back the part that was done. */
export const toastProblem = (words: string, options: { undo?: () => void } = {}): void =>
  add({ words, tone: 'bad', ...options })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The messages of the page. */
export const Toasts = () =>
  useSyncExternalStore(subscribe, () => isNeeded) ? <region.Shown /> : null
