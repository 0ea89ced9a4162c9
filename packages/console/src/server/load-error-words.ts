import { say } from '../words/words.ts'
import { addWords } from './error-words.ts'

/** Makes the words for refused changes known. The pages before the sign-in have none, and load without them. */
export const loadErrorWords = (): void =>
  addWords([
    [
      'PRECONDITION_FAILED',
      () =>
        say('Another person has changed this since you opened it. Look at it, and confirm again.'),
    ],
    [
      'LAST_OWNER',
      () => say('An organization keeps at least one owner. Make another member an owner first.'),
    ],
    ['PROPAGATION_PENDING', () => say('Saved, but not yet confirmed everywhere.')],
    ['STORE_UNAVAILABLE', () => say('The image store does not answer at the moment. Try again.')],
  ])
