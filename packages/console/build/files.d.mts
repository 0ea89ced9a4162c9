type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Readonly<Record<string, Chunk>>
type Parts = { source: string; around: readonly string[]; isBehindSignIn: boolean }

export const early: string
export function filesOf(manifest: Manifest, page: Parts): { scripts: string[]; styles: string[] }
export function htmlOf(index: string, manifest: Manifest, page: Parts): string
