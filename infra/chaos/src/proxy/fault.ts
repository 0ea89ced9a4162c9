/** `toServer`: what the client sends; `toClient`: what it is answered. */
export type Direction = 'toServer' | 'toClient'

/** What happens on a link. Without a direction, in both. */
export type Fault =
  | { kind: 'none' }
  /** Every chunk arrives this much later, in order. */
  | { kind: 'delay'; ms: number; jitterMs?: number; direction?: Direction }
  | { kind: 'throttle'; bytesPerSecond: number; direction?: Direction }
  /** Nothing arrives until the fault ends, then all of it does: a lost packet that is resent. */
  | { kind: 'hold'; direction?: Direction }
  /**
   * Half open: bytes are taken and swallowed. When the fault ends, connections that lost some are
   * reset; never is a stream continued with a hole in it.
   */
  | { kind: 'swallow'; direction?: Direction }
  /** Connections are reset and new ones refused. */
  | { kind: 'cut' }
  /** Each connection is reset when this many more bytes have passed in a direction. */
  | { kind: 'cut-after'; bytes: number; direction?: Direction }

export const none: Fault = { kind: 'none' }

/** The fault as one direction feels it. */
export function faultIn(direction: Direction, fault: Fault): Fault {
  if (!('direction' in fault) || fault.direction === undefined) return fault
  return fault.direction === direction ? fault : none
}
