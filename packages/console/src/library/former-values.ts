import type { AssetChange } from '../server/assets.ts'
import { isStale, Refusal } from '../words/errors.ts'
import { t } from '../words/words.ts'
import { readAgain, updateAsset } from './commands.ts'
import type { Asset } from './queries.ts'

/** A change of a picture: its states before and after. */
export type Changed = { before: Asset; after: Asset }

type Field = keyof AssetChange

const haveSame = (fields: readonly Field[], a: Asset, b: Asset): boolean =>
  fields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]))

export const sayKept = (): string => t('Another person has changed this since, so it is kept.')

/**
 * Gives the fields of a picture the values that they had, also if another person has changed other ones since.
 *
 * @throws Refusal if another person has changed one of them.
 */
export async function takeBack(
  { before, after }: Changed,
  fields: readonly Field[],
): Promise<Asset> {
  const former = Object.fromEntries(fields.map((field) => [field, before[field]])) as AssetChange
  try {
    return await updateAsset(after, former)
  } catch (error) {
    if (!isStale(error)) throw error
    const now = await readAgain(after)
    if (haveSame(fields, now, after)) return takeBack({ before, after: now }, fields)
    throw new Refusal(sayKept())
  }
}
