import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** Controls with the words, numbers, dates and direction of this locale. They would take the browser's. */
export const Localized = ({ locale, children }: { locale: string; children: ReactNode }) => (
  <I18nProvider locale={locale}>{children}</I18nProvider>
)
