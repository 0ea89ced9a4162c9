import type { Plan } from '@vitrine/imaging'
import { type ImageKey, imageKey } from './image-key.js'
import type { StoredPicture } from './stored-picture.js'

/** The original of a picture if `plan` is null, otherwise a rendition of it. */
export type RequestedImage = { picture: StoredPicture; plan: Plan | null; key: ImageKey }

export const requestedImage = (picture: StoredPicture, plan: Plan | null): RequestedImage => ({
  picture,
  plan,
  key: imageKey(picture, plan),
})
