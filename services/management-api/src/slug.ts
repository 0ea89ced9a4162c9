import { slugFrom } from '@vitrine/contracts'
import { AppError } from '@vitrine/errors'

/**
 * The slug that was sent, or else the one that the name suggests.
 *
 * @throws AppError VALIDATION_FAILED when none can be made from the name.
 */
export function chooseSlug({ name, slug }: { name: string; slug?: string }): string {
  const chosen = slug ?? slugFrom(name)
  if (chosen !== null) return chosen
  const message = 'is required: none can be made from this name'
  throw new AppError('VALIDATION_FAILED', `slug ${message}`, {
    details: [{ field: 'slug', message }],
  })
}
