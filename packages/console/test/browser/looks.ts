import type { Page } from 'playwright-core'

export type Look = {
  name: string
  colorScheme: 'light' | 'dark'
  forcedColors: 'none' | 'active'
  width: number
  direction: 'ltr' | 'rtl'
}

const schemes = ['light', 'dark', 'forced'] as const
const widths = [1440, 360]
const directions = ['ltr', 'rtl'] as const

export const allLooks: Look[] = schemes.flatMap((scheme) =>
  widths.flatMap((width) =>
    directions.map(
      (direction): Look => ({
        name: `${scheme}-${width}-${direction}`,
        colorScheme: scheme === 'dark' ? 'dark' : 'light',
        forcedColors: scheme === 'forced' ? 'active' : 'none',
        width,
        direction,
      }),
    ),
  ),
)

/** The look of most visits. */
export const plainLook: Look = {
  name: 'light-1440-ltr',
  colorScheme: 'light',
  forcedColors: 'none',
  width: 1440,
  direction: 'ltr',
}

/** Each scheme, width and direction is in one of them. */
export const someLooks: Look[] = allLooks.filter(({ name }) =>
  ['light-1440-ltr', 'dark-360-rtl', 'forced-1440-rtl'].includes(name),
)

/** Changes the look of the loaded page. */
export async function take(
  page: Page,
  { colorScheme, forcedColors, width, direction }: Look,
): Promise<void> {
  // At once, so that the page is laid out and drawn once.
  await Promise.all([
    page.emulateMedia({ colorScheme, forcedColors }),
    page.setViewportSize({ width, height: width > 720 ? 900 : 780 }),
    page.evaluate(`document.documentElement.dir = '${direction}'`),
  ])
}

/** px by which the page is wider than the window. Behind the sign-in the part below the top scrolls, not the document. */
export const overflow = async (page: Page): Promise<number> =>
  Number(
    await page.evaluate(`Math.max(
      ...[document.documentElement, document.querySelector('#page') ?? document.body]
        .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    )`),
  )
