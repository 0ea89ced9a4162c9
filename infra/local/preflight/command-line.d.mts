export type StackOptions = {
  /** Address that the router and the demo site listen on. */
  host: string
  /** Number of delivery processes. */
  replicas: number
  /** Port of the router; 0 picks any free port. */
  port: number
  /** Deletes existing data first. */
  reset: boolean
  /** Delay between the unexpected exit of a process and its restart; 0 disables restarts. */
  restartDelayMs: number
}

type Always = { verbose: boolean; help: boolean }

type Values = {
  start: { port?: string; replicas: string; 'restart-delay': string; reset: boolean }
  test: { only?: string; changed?: string }
  proofs: {
    all: boolean
    changed?: string
    seeds?: string
    seed?: string
    profile?: string
    without: string[]
    trace: boolean
    seconds: string
    nemesis: string[]
    requests: string
    changes: string
    reads: string
    rows: string
    assets: string
    failovers: string
    store: string[]
    layout: string[]
    scheme: string[]
  }
  bench: { rounds: string }
  sbom: { accept: boolean; release: boolean }
}

export type Task = keyof Values

/**
 * Parses the arguments of a package.json task by its table of options.
 *
 * @throws a one-sentence error for an unknown option or a missing value.
 */
export function readArguments<Name extends Task>(
  task: Name,
  args: readonly string[],
): { values: Values[Name] & Always; positionals: string[] }

/** The `--help` text. */
export function usageOf(task: Task): string

/**
 * @returns null if help was requested.
 * @throws a one-sentence error for an unknown option or an invalid value.
 */
export function parseStartOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StackOptions | null
