/** How the library shows its pictures. */
export const views = ['grid', 'list'] as const
export type View = (typeof views)[number]

const key = 'vitrine-library-view'

/** The view of the last visit with this browser, for addresses that do not name one. */
export function rememberedView(): View {
  try {
    return views.find((view) => view === localStorage.getItem(key)) ?? 'grid'
  } catch {
    return 'grid'
  }
}

export function rememberView(view: View): void {
  try {
    localStorage.setItem(key, view)
  } catch {
    // A browser without storage begins with the grid.
  }
}
