import type { Codes, SheetWidget } from './widgets.js'

/** How the widgets of a sheet are embedded, and on what kind of page. */
export type Scheme = {
  name: string
  form: keyof Omit<Codes, 'iframeScript'>
  isDark: boolean
  /** Pictures are not answered: the sheet shows their placeholders after 5 s. */
  isHeld?: boolean
}

export const schemes: readonly Scheme[] = [
  { name: 'light', form: 'script', isDark: false },
  { name: 'dark', form: 'snippet', isDark: true },
  { name: 'placeholders', form: 'script', isDark: false, isHeld: true },
  { name: 'frames', form: 'iframe', isDark: true },
]

/** The widths of the widgets on one sheet, px. */
export type Screens = {
  name: string
  widths: readonly number[]
  /** Of the window, on which the height of a widget may depend. */
  windowHeight: number
  /** Of a cell: what is below is cut. */
  cellHeight: number
  isTouch: boolean
  setsPerRow: number
}

const desktop = { windowHeight: 800, cellHeight: 800, isTouch: false, setsPerRow: 3 }

export const screens: readonly Screens[] = [
  {
    name: 'phones',
    widths: [288, 312, 390],
    windowHeight: 844,
    cellHeight: 760,
    isTouch: true,
    setsPerRow: 3,
  },
  { ...desktop, name: '768', widths: [768] },
  { ...desktop, name: '1280', widths: [1280] },
]

const gap = 24

export const sheetWidth = ({ widths, setsPerRow }: Screens): number =>
  setsPerRow * widths.reduce((sum, width) => sum + width + gap, 0) + 2 * gap

/** A page with every widget of a layout at every width. Each cell has a label, which the browser completes. */
export async function sheetOf(
  widgets: readonly SheetWidget[],
  { form, isDark }: Scheme,
  { widths, cellHeight, setsPerRow }: Screens,
): Promise<string> {
  let frameScript = ''
  const cells: string[] = []
  for (const { set, codes } of widgets) {
    for (const width of widths) {
      const code = await codes(`${width}px`)
      if (form === 'iframe') frameScript = code.iframeScript
      cells.push(`<div><h2>${set} · ${width} px</h2>
<div class="cell" style="width:${width}px"><div class="widget">${code[form]}</div></div></div>`)
    }
  }
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sheet</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: ${isDark ? 'dark' : 'light'}; font: 16px/1.5 sans-serif; background: ${isDark ? '#15171c' : '#fff'} }
body { margin: ${gap}px; display: grid; gap: ${gap}px; justify-content: start;
  grid-template-columns: repeat(${setsPerRow}, ${widths.map((width) => `${width}px`).join(' ')}) }
h2 { margin: 0 0 4px; font: 600 16px/1.4 monospace; white-space: nowrap; overflow: hidden; color: ${isDark ? '#ffd43b' : '#c2255c'} }
.cell { max-height: ${cellHeight}px; overflow: clip; outline: 1px dashed #8886 }
</style>
${frameScript}
${cells.join('\n')}`
}
