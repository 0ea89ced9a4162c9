import type { Vitrine } from '@vitrine/sdk'

export type Place = { vitrine: Vitrine; projectId: string }
