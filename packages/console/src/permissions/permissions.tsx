import { may, type RoledCall } from '@vitrine/sdk/roles'
import { createContext, type ReactNode, useContext } from 'react'
import type { Role } from '../session/me.ts'

const RoleContext = createContext<Role | null>(null)

/** The role in the organization that the page is about. */
export function RoleScope({ role, children }: { role: Role; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>
}

/** Whether the person may make the call here: `may('publishWidget')`. By the table of the API itself. */
export function useMay(): (call: RoledCall) => boolean {
  const role = useContext(RoleContext)
  return (call) => role !== null && may(role, call)
}

type MayProps = { call: RoledCall; children: ReactNode; otherwise?: ReactNode }

/** Shows a control to those whose role allows its call. */
export function May({ call, children, otherwise = null }: MayProps) {
  return useMay()(call) ? children : otherwise
}
