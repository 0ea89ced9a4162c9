/** `toServer`: what the client sends. `toClient`: what the server sends. */
export type Direction = 'toServer' | 'toClient'

/** A fault of a link, in both directions unless one is given. */
export type Fault =
  | { kind: 'none' }
  /** Every chunk arrives this much later, in order. */
  | { kind: 'delay'; ms: number; jitterMs?: number; direction?: Direction }
  /** Nothing arrives until the fault ends, then everything does: a lost packet that is resent. */
  | { kind: 'hold'; direction?: Direction }
  /**
   * Half open: bytes are accepted and dropped. When the fault ends, connections that lost bytes are
   * reset, so that no stream continues with a gap.
   */
  | { kind: 'swallow'; direction?: Direction }
  /** Connections are reset, new ones as soon as they are accepted. */
  | { kind: 'cut' }
  /** Each connection is reset after this many more bytes in a direction. */
  | { kind: 'cut-after'; bytes: number; direction?: Direction }

export const none: Fault = { kind: 'none' }

export function faultIn(direction: Direction, fault: Fault): Fault {
  if (!('direction' in fault) || fault.direction === undefined) return fault
  return fault.direction === direction ? fault : none
}
