import type { AssetChange } from '../../server/assets.ts'
import { isStale, Refusal } from '../../words/errors.ts'
import { t } from '../../words/words.ts'
import { readAgain, updateAsset } from '../commands.ts'
import { takeBack } from '../former-values.ts'
import type { Asset } from '../queries.ts'
import type { Saved } from './run.ts'

const haveSameText = (a: Asset, b: Asset): boolean =>
  a.altText === b.altText && a.decorative === b.decorative

/**
 * Saves the text of a picture, also if another person has changed something else of it.
 *
 * @returns the picture with it.
 * @throws Refusal if another person has written a text; saving again replaces it.
 */
export async function saveText(asset: Asset, change: AssetChange): Promise<Asset> {
  try {
    return await updateAsset(asset, change)
  } catch (error) {
    if (!isStale(error)) throw error
    const now = await readAgain(asset)
    if (haveSameText(now, asset)) return saveText(now, change)
    throw new Refusal(
      now.decorative
        ? t('Another person has marked it as decorative. Save again to replace that.')
        : t('Another person has written: “{text}”. Save again to replace it.', {
            text: now.altText ?? '',
          }),
    )
  }
}

/**
 * Gives a picture the text that it had.
 *
 * @throws Refusal if another person has changed the text since.
 */
export const takeBackText = (saved: Saved): Promise<Asset> =>
  takeBack(saved, ['altText', 'decorative'])
