import type { Images } from '../images/fixture.js'
import type { Context } from '../rounds.js'
import type { Line } from '../table.js'
import { acknowledgement } from './acknowledgement.js'
import { busy } from './busy.js'
import { cold } from './cold.js'
import { embed } from './embed.js'
import { events } from './events.js'
import { lists } from './lists.js'
import { idle, overload } from './overload.js'
import { upload } from './upload.js'
import { notModified, warm } from './warm.js'

/** Rows that share a stack with pictures of 12 megapixels. */
export const imageRows = {
  warm,
  'not-modified': notModified,
  cold,
  upload,
  busy,
  overload,
  idle,
} as const satisfies Record<string, (images: Images) => Promise<Line[]>>

/** Rows with a stack of their own. */
export const otherRows = {
  acknowledgement,
  lists,
  events,
  embed,
} as const satisfies Record<string, (context: Context) => Promise<Line[]>>
