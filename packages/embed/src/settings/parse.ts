/** A JSON object given as text; empty where it is none. */
export function parseObject(json: string): Record<string, unknown> {
  try {
    return camelCaseKeys(JSON.parse(json))
  } catch {
    // Not JSON: the defaults are better than nothing.
    return {}
  }
}

/** Keys come as they were sent, in camelCase or in snake_case. */
export const camelCaseKeys = (object: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(object ?? {}).map(([key, value]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
