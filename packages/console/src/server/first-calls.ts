const project = /^\/console\/p\/([0-9a-f-]{36})\/(.+)$/
const widget = /^widgets\/([0-9a-f-]{36})(?:\/(?:code|history|view))?$/

/**
 * The calls that an address needs first, exactly as its page makes them. With filters in the address, the page
 * makes its own.
 *
 * @param last the project of the last visit, whose library `/console/` opens.
 */
export function callsOf(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  last: string | null,
): string[] {
  const isStart = /^\/console\/?$/.test(pathname) && last !== null
  const [, id, page = ''] = project.exec(isStart ? `/console/p/${last}/library` : pathname) ?? []
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
