/** A kind of page on which widgets must work. */
export type Setting = {
  path: string
  title: string
  about: string
  /** The page's language, BCP 47. */
  language: string
  direction: 'ltr' | 'rtl'
  colorScheme: 'light' | 'dark'
  stylesheets: readonly string[]
  isStrict: boolean
}

const ordinary: Setting = {
  path: 'ordinary',
  title: 'An ordinary page',
  about: 'A site with a stylesheet of its own and nothing special.',
  language: 'en',
  direction: 'ltr',
  colorScheme: 'light',
  stylesheets: [],
  isStrict: false,
}

export const settings: readonly Setting[] = [
  ordinary,
  {
    ...ordinary,
    path: 'hostile-css',
    title: 'Hostile CSS',
    about: 'Resets and rules for every element, most of them !important.',
    stylesheets: ['/hostile.css'],
  },
  {
    ...ordinary,
    path: 'strict-csp',
    title: 'A strict policy',
    about: 'Scripts and styles by nonce, Trusted Types, nothing else. Violations are counted.',
    isStrict: true,
  },
  {
    ...ordinary,
    path: 'rtl',
    title: 'From right to left',
    about: 'A page in Arabic: arrows, swipes and labels follow.',
    language: 'ar',
    direction: 'rtl',
  },
  {
    ...ordinary,
    path: 'dark',
    title: 'A dark page',
    about: 'A site in dark colours.',
    colorScheme: 'dark',
  },
]

export const forms = {
  script: 'Script',
  snippet: 'Snippet',
  iframe: 'Frame',
} as const

export type Form = keyof typeof forms
