export type StackOptions = {
  /** Number of delivery processes. */
  replicas: number
  /** Port of the router; 0 takes any free one. */
  port: number
  /** Deletes the data of earlier starts first. */
  reset: boolean
  /** From the unexpected end of a process to its restart; 0 never restarts. */
  restartDelayMs: number
}

type Always = { verbose: boolean; help: boolean }

type Values = {
  start: { port?: string; replicas: string; 'restart-delay': string; reset: boolean }
  test: { only?: string; changed?: string }
  fuzz: { requests: string; seed?: string }
  bench: { json?: string }
  simulate: { seeds?: string; seed?: string; profile?: string; without: string[]; trace: boolean }
  chaos: { seconds: string; nemesis: string[]; without: string[]; planted: boolean }
  stores: { check: string[]; store: string[]; uploads: string }
  images: Record<never, never>
  sbom: { accept: boolean; release: boolean }
}

export type Task = keyof Values

/**
 * The arguments of a task of package.json, by its table of options.
 *
 * @throws a sentence about an unknown option or a missing value.
 */
export function readArguments<Name extends Task>(
  task: Name,
  args: readonly string[],
): { values: Values[Name] & Always; positionals: string[] }

/** What `--help` shows. */
export function usageOf(task: Task): string

/**
 * @returns null when help was asked for.
 * @throws a sentence about an unknown option or a bad value.
 */
export function parseStartOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StackOptions | null
