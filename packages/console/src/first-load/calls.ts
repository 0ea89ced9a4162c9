const project = /^\/console\/p\/([0-9a-f-]{36})\/(.+)$/
const widget = /^widgets\/([0-9a-f-]{36})(?:\/(?:code|history|view))?$/

/**
 * The calls that an address needs first, exactly as its page makes them. With filters in the address, the page
 * makes its own.
 *
 * @param lastProject reads the project of the last visit, whose library `/console/` opens. Only that address reads it,
 * because a page that is loading waits long for the browser's storage.
 */
export function callsOf(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  lastProject: () => string | null,
): string[] {
  const isStart = /^\/console\/?$/.test(pathname)
  const [, id, page = ''] =
    project.exec(isStart ? `/console/p/${lastProject()}/library` : pathname) ?? []
  if (id === undefined) return []
  const path = `/api/projects/${id}`
  const [, widgetId] = widget.exec(page) ?? []
  return [
    // Around a widget in a tab of its own there is nothing of the project.
    ...(page.endsWith('/view') ? [] : [path]),
    ...(page === 'library' && search === ''
      ? [`${path}/assets?sort=createdAt%2Cdesc&page=0&size=100`]
      : []),
    ...(widgetId === undefined ? [] : [`${path}/widgets/${widgetId}`]),
  ]
}
