import type { Row } from '../row.js'
import { avif } from './avif.js'
import { busyMachine } from './busy-machine.js'
import { cold } from './cold.js'
import { coldItemized } from './cold-itemized.js'
import { concurrentMisses } from './concurrent-misses.js'
import { distantStore } from './distant-store.js'
import { large } from './large.js'
import { memory } from './memory.js'
import { notModified } from './not-modified.js'
import { overload } from './overload.js'
import { overloadIdle } from './overload-idle.js'
import { upload } from './upload.js'
import { warmRendition } from './warm-rendition.js'
import { warmWidget } from './warm-widget.js'

/** In execution order: memory covers all rows before it. */
export const rows = {
  'warm-widget': warmWidget,
  'warm-rendition': warmRendition,
  'not-modified': notModified,
  large,
  cold,
  'cold-itemized': coldItemized,
  avif,
  'distant-store': distantStore,
  upload,
  'concurrent-misses': concurrentMisses,
  'busy-machine': busyMachine,
  overload,
  'overload-idle': overloadIdle,
  memory,
} as const satisfies Record<string, Row>

export type RowName = keyof typeof rows
export const rowNames = Object.keys(rows) as RowName[]
