import type { Vitrine } from '@vitrine/sdk'

export type TargetProject = { vitrine: Vitrine; projectId: string }
