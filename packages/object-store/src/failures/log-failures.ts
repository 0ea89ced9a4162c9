import type { FailureListeners } from './log.js'

type Line = (fields: object, message: string) => void

/** Listeners that log each problem with the store once, with the setting to look at, and its end. */
export const logFailures = (log: { error: Line; info: Line }) =>
  ({
    onFailure: ({ kind, code, advice }, action, err) =>
      log.error({ err, code, doing: action }, `the object store is ${kind}: ${code}. ${advice}`),
    onRecovery: ({ code }) => log.info({ code }, 'the object store works again'),
  }) satisfies Partial<FailureListeners>
