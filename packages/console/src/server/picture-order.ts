/** The orders of a list of pictures. */
export const sorts = [
  'createdAt,desc',
  'createdAt,asc',
  'updatedAt,desc',
  'filename,asc',
  'filename,desc',
  'sizeBytes,desc',
  'sizeBytes,asc',
] as const

export type Sort = (typeof sorts)[number]
