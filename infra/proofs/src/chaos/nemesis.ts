import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, type FaultProxy, none } from '@vitrine/testing/fault-proxy'
import type { Member } from '../stack/member.js'
import type { Stack } from '../stack/stack.js'

export type Nemesis = {
  name: string
  /** Does harm for about this long and undoes it. The stack must then recover by itself. */
  strike: (stack: Stack, seconds: number) => Promise<void>
}

/** @throws when the stack has no such member. */
export function member(members: readonly Member[], index: number): Member {
  const found = members[index]
  if (found === undefined) throw new Error(`the stack has only ${members.length} of these`)
  return found
}

export const seconds = (count: number): Promise<void> => sleep(count * 1000)

/** Applies the fault to all of these links while `lasting` runs. */
export async function during(
  links: readonly FaultProxy[],
  fault: Fault,
  lasting: () => Promise<unknown>,
): Promise<void> {
  for (const link of links) link.set(fault)
  try {
    await lasting()
  } finally {
    for (const link of links) link.set(none)
  }
}
