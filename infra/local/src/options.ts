import { parseArgs } from 'node:util'

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

export const usage = `Usage: npm start -- [options]

Starts the whole of Vitrine on this machine: Postgres, Redis, an S3 store, both services, the
demo. Data is kept in .vitrine/. Ctrl-C stops everything.

  --port <n>            port of the public address (default 8080, or VITRINE_PORT; 0: any free)
  --replicas <n>        delivery processes, 1 to 32 (default 1)
  --reset               delete the data of earlier starts and begin anew
  --restart-delay <ms>  from the unexpected end of a process to its restart (default 10000;
                        0: never)
  --verbose             show the output of the installation and the build
  --help                this text

Environment: DATABASE_URL, REDIS_URL and S3_ENDPOINT with S3_ACCESS_KEY, S3_SECRET_KEY and
S3_BUCKET name backends to use instead of own ones; VITRINE_BACKENDS=embedded passes over server
programs on PATH. Other variables, such as LOG_LEVEL, reach both services.
`

/**
 * @returns null when help was asked for.
 * @throws a sentence about an unknown option or a bad value.
 */
export function parseOptions(
  args: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
): StackOptions | null {
  const values = parse(args)
  if (values.help) return null
  const port = values.port ?? env.VITRINE_PORT ?? '8080'
  return {
    port: integer(values.port === undefined ? 'VITRINE_PORT' : '--port', port, 0, 65_535),
    replicas: integer('--replicas', values.replicas, 1, 32),
    restartDelayMs: integer('--restart-delay', values['restart-delay'], 0, 3_600_000),
    reset: values.reset,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        replicas: { type: 'string', default: '1' },
        'restart-delay': { type: 'string', default: '10000' },
        reset: { type: 'boolean', default: false },
        // Read by the bootstrap, which passes all arguments on.
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ', 1)
    throw new Error(`${sentence}; \`npm start -- --help\` lists the options`)
  }
}

function integer(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new Error(`${name} is "${text}"; it takes a whole number from ${least} to ${most}`)
}
