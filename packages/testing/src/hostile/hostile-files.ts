import { bombs } from './bombs.js'
import { corruptions, structuralTruncations, truncations } from './damage.js'
import { otherTypes, polyglots } from './disguises.js'
import type { HostileFile } from './hostile-file.js'
import { lies } from './lies.js'
import { brokenMetadata } from './metadata.js'
import { wholeFiles } from './whole-files.js'

/** About 500 files, the same in every run. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const files = await wholeFiles()
  return [
    ...[...files].flatMap(([name, bytes]) => [
      ...structuralTruncations(name, bytes),
      ...corruptions(name, bytes, 12),
    ]),
    ...(await lies(files)),
    ...bombs(files),
    ...brokenMetadata(files),
    ...polyglots(files),
    ...(await otherTypes(files)),
  ]
}

/** An intact file of each kind, cut at 18 evenly spaced offsets. */
export async function evenTruncations(): Promise<HostileFile[]> {
  return [...(await wholeFiles())].flatMap(([name, bytes]) => truncations(name, bytes))
}
