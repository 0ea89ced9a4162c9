import type { AssetChange } from '../../server/assets.ts'
import { isStale } from '../../server/error-words.ts'
import { Refusal } from '../../server/refusal.ts'
import { say } from '../../words/words.ts'
import { readAgain, updateAsset } from '../commands.ts'
import type { Asset } from '../queries.ts'

/**
 * Saves the text of a picture, also if another person has changed something else of it.
 *
 * @throws Refusal if another person has written a text; saving again replaces it.
 */
export async function saveText(asset: Asset, change: AssetChange): Promise<void> {
  try {
    await updateAsset(asset, change)
  } catch (error) {
    if (!isStale(error)) throw error
    const now = await readAgain(asset)
    if (now.altText === asset.altText && now.decorative === asset.decorative) {
      return saveText(now, change)
    }
    throw new Refusal(
      now.decorative
        ? say('Another person has marked it as decorative. Save again to replace that.')
        : say('Another person has written: “{text}”. Save again to replace it.', {
            text: now.altText ?? '',
          }),
    )
  }
}
