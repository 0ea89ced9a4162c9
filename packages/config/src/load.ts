import type { Static, TObject } from 'typebox'
import Value from 'typebox/value'

/** Everything that is wrong with the environment, one line per setting. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`the configuration has ${problems.length} problem(s):\n  ${problems.join('\n  ')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Some of the values may be missing or wrong. */
type Values = Readonly<Record<string, unknown>>

/** A rule about several settings. Its message begins with the name of the one to correct. */
export type Rule = { holds: (values: Values) => boolean; message: string }

/** Adds rules to a schema, for `loadConfig`. */
export const withRules = <Schema extends object>(schema: Schema, rules: readonly Rule[]): Schema =>
  Object.assign(schema, { rules })

const rulesOf = (schema: TObject & { rules?: readonly Rule[] }): readonly Rule[] =>
  schema.rules ?? []

/**
 * Reads a service's settings from environment variables: texts become numbers and booleans,
 * missing ones take their default, and every problem is reported at once. An empty variable
 * counts as missing. Variables that the schema doesn't name are ignored.
 *
 * @throws ConfigError, which names settings and never shows their values: some are secrets.
 */
export function loadConfig<const Schema extends TObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): Static<Schema> {
  const given = Object.fromEntries(
    Object.keys(schema.properties).flatMap((name) =>
      env[name] === undefined || env[name] === '' ? [] : [[name, env[name]]],
    ),
  )
  const value = Value.Convert(schema, Value.Default(schema, given))
  const problems = [...Value.Errors(schema, value)].flatMap((error) => {
    if (error.keyword === 'required') {
      return error.params.requiredProperties.map(
        (name) => `${name} is missing: ${describe(schema, name)}`,
      )
    }
    const name = error.instancePath.split('/')[1] ?? ''
    return [`${name} ${error.message}: ${describe(schema, name)}`]
  })
  for (const { holds, message } of rulesOf(schema)) {
    if (!holds(value as Values)) problems.push(message)
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)])
  return value as Static<Schema>
}

function describe(schema: TObject, name: string): string {
  const setting = schema.properties[name] as { description?: string } | undefined
  return setting?.description ?? 'see .env.example'
}
