import { type Plan, parseRendition, plan, type SourceImage } from '../src/index.js'

/** A WebP of 20 pixels width, from a source that is declared as a larger JPEG. */
export function smallerWebp(source: Partial<SourceImage> = {}): Plan {
  const jpeg = { contentType: 'image/jpeg', width: 40, height: 30 } as const
  const planned = plan(parseRendition({ w: '20', format: 'webp' }, undefined), {
    ...jpeg,
    frameCount: 1,
    hasAlpha: false,
    ...source,
  })
  if (!planned) throw new Error('a smaller picture is no original')
  return planned
}
