/** The one of `names` that an option of the command line names. @throws a sentence that lists the names. */
export function oneOf<Name extends string>(
  option: string,
  given: string,
  names: readonly Name[],
): Name {
  const name = names.find((candidate) => candidate === given)
  if (name !== undefined) return name
  throw new Error(`${option} is "${given}"; it must be one of: ${names.join(', ')}`)
}

/** @throws a sentence with the limits. */
export function wholeNumber(
  option: string,
  given: string,
  { min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number },
): number {
  const number = Number(given)
  if (given !== '' && Number.isInteger(number) && number >= min && number <= max) return number
  const limits = max === Number.MAX_SAFE_INTEGER ? `, at least ${min}` : ` from ${min} to ${max}`
  throw new Error(`${option} is "${given}"; it must be a whole number${limits}`)
}
