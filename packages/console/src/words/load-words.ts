import { i18n } from '@lingui/core'
import { compiled } from './compiled.ts'

/** Makes words with plurals known. The sign-in has none, and loads without them. */
export function loadWords(): void {
  if (Object.keys(i18n.messages).length === 0) i18n.load('en', compiled)
}
