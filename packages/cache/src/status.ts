export type Status = 'up' | 'down'

/** The combined status of several connections: up if all of them are up. */
export function createStatus(onChange: (status: Status, error?: Error) => void) {
  const members = new Map<symbol, Status | 'unknown'>()
  let status: Status | undefined

  const setMember = (member: symbol, next: Status, error?: Error) => {
    members.set(member, next)
    const states = [...members.values()]
    const whole = states.includes('down') ? 'down' : states.includes('unknown') ? status : 'up'
    if (whole === undefined || whole === status) return
    status = whole
    onChange(whole, error)
  }

  return {
    isUp: () => status === 'up',
    /** Adds a connection that is being opened. It has no effect until it reports a status. */
    add: () => {
      const member = Symbol('connection')
      members.set(member, 'unknown')
      return {
        onUp: () => setMember(member, 'up'),
        onDown: (error?: Error) => setMember(member, 'down', error),
      }
    },
  }
}
