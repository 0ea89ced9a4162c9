/** What the doctor has found out about one thing. */
export type Finding = {
  check: string
  isOk: boolean
  message: string
  /** What to do about it. */
  remedy?: string
}

/** What to do about a cache in front that keeps what nobody purges. */
export const setPurge =
  'Set CDN_PURGE in both services, or let the cache in front keep no pictures.'

export const good = (check: string, message: string): Finding => ({ check, isOk: true, message })

export const bad = (check: string, message: string, remedy: string): Finding => ({
  check,
  isOk: false,
  message,
  remedy,
})
