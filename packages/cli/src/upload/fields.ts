import type { Upload } from '@vitrine/sdk'

/** Properties of each picture. */
export type Fields = Pick<Upload, 'altText' | 'decorative' | 'focalPoint' | 'metadata' | 'tags'>
