/** Pages of a widget, for links from other pages. */
export const editorOf = (projectId: string, widgetId: string): string =>
  `/p/${projectId}/widgets/${widgetId}`

export const codeOf = (projectId: string, widgetId: string): string =>
  `${editorOf(projectId, widgetId)}/code`

export const historyOf = (projectId: string, widgetId: string): string =>
  `${editorOf(projectId, widgetId)}/history`

export const viewOf = (projectId: string, widgetId: string): string =>
  `${editorOf(projectId, widgetId)}/view`

export const keysOf = (projectId: string): string => `/p/${projectId}/keys`
