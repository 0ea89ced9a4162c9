import { i18n } from '@lingui/core'
import { compiled } from './compiled.ts'
import { addWords } from './errors.ts'
import { t } from './words.ts'

/** Makes words with plurals and those for refused changes known. The sign-in has none, and loads without them. */
export function loadWords(): void {
  if (Object.keys(i18n.messages).length === 0) i18n.load('en', compiled)
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
}
