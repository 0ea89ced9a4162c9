import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath } from './backends/installed.js'
import { provideBelowUsr } from './debian/below-usr.js'
import { hasApt } from './debian/packages.js'
import { untilReady } from './process/outcome.js'
import { type RunningProgram, startProgram } from './process/program.js'
import { workspaceRoot } from './workspace.js'

/**
 * The path of Varnish's program: from PATH, or from Debian's package, fetched once.
 *
 * @throws a one-sentence error if there is none.
 */
export async function findVarnish(log: (line: string) => void): Promise<string> {
  // An ordinary user's PATH lacks the folders in which Debian puts servers.
  const installed = findOnPath('varnishd', `${process.env.PATH}:/usr/sbin`)
  if (installed !== null) return installed
  if (!hasApt()) throw new Error('PATH has no varnishd; install Varnish and start again')
  const [provided = ''] = await provideBelowUsr(['varnishd'], ['varnish'], log)
  return provided
}

type VarnishOptions = {
  /** The path of its program. */
  program: string
  /** For its files. It must be empty at the first start, and is kept for the next one. */
  folder: string
  /** On 127.0.0.1. */
  port: number
  /** The ports of delivery on 127.0.0.1. They take turns. */
  backends: readonly number[]
  /** Allows a purge. */
  token: string
}

/** Starts Varnish with the rules of `infra/compose/varnish.vcl` and waits until it answers. */
export async function startVarnish(options: VarnishOptions): Promise<RunningProgram> {
  const { program, folder, port } = options
  const rules = join(folder, 'site.vcl')
  mkdirSync(folder, { recursive: true })
  writeFileSync(rules, rulesOf(options))
  const running = await startProgram(
    {
      name: 'varnish',
      command: program,
      args: [
        ...['-F', '-j', 'none', '-n', join(folder, 'work')],
        ...['-a', `127.0.0.1:${port}`, '-f', rules, '-s', 'malloc,256m'],
      ],
      env: { PATH: `${process.env.PATH}:/usr/bin:/bin`, HOME: process.env.HOME },
    },
    { logFile: join(folder, 'varnish.log') },
  )
  await untilReady(running, () => answers(`http://127.0.0.1:${port}/`))
  return running
}

const rulesOf = ({ backends, token }: VarnishOptions): string => `vcl 4.1;
import directors;
${backends.map((port, index) => `backend delivery${index} { .host = "127.0.0.1"; .port = "${port}"; }`).join('\n')}
acl purgers { "127.0.0.1"; }
sub authorize_purge {
  if (req.http.Authorization != "Bearer ${token}") { return (synth(403)); }
}
sub vcl_init {
  new delivery = directors.round_robin();
${backends.map((_, index) => `  delivery.add_backend(delivery${index});`).join('\n')}
}
sub vcl_recv { set req.backend_hint = delivery.backend(); }
include "${join(workspaceRoot, 'infra/compose/varnish.vcl')}";
`

/** Any answer, also that no backend answers. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    await response.arrayBuffer()
    return true
  } catch {
    return false // It does not listen yet.
  }
}
