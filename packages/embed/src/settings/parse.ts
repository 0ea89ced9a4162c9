/** Parses a JSON object; returns an empty one if the text is not a JSON object. */
export function parseObject(json: string): Record<string, unknown> {
  try {
    return camelCaseKeys(JSON.parse(json))
  } catch {
    // Not JSON: fall back to the defaults.
    return {}
  }
}

/** Accepts keys in camelCase and in snake_case. */
export const camelCaseKeys = (object: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(object ?? {}).map(([key, value]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
