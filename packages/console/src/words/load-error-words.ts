import { t } from '../words/words.ts'
import { addWords } from './errors.ts'

/** Makes the words for refused changes known. The pages before the sign-in have none, and load without them. */
export const loadErrorWords = (): void =>
  addWords([
    [
      'PRECONDITION_FAILED',
      () =>
        t('Another person has changed this since you opened it. Look at it, and confirm again.'),
    ],
    [
      'LAST_OWNER',
      () => t('An organization keeps at least one owner. Make another member an owner first.'),
    ],
    ['UNKNOWN_FOLDER', () => t('This folder has been deleted. Choose another one.')],
    ['PROPAGATION_PENDING', () => t('Saved, but not yet confirmed everywhere.')],
    ['STORE_UNAVAILABLE', () => t('The image store does not answer at the moment. Try again.')],
  ])
