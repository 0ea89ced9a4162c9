import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

type Outcome = { exitCode: number; stdout: string; output: string }

/** Podman with its images, containers, networks and caches in a separate folder. */
export type Podman = {
  /** @returns its stdout. @throws an error with its last lines if it fails. */
  (...args: readonly string[]): Promise<string>
  attempt(...args: readonly string[]): Promise<Outcome>
  /** Removes all containers and releases the folder. */
  close(): Promise<void>
}

export async function createPodman(
  folder: string,
  signal: AbortSignal,
  runtime?: string,
): Promise<Podman> {
  await mkdir(join(folder, 'tmp'), { recursive: true })
  const globals = [
    `--root=${join(folder, 'storage')}`,
    `--runroot=${join(folder, 'run')}`,
    `--tmpdir=${join(folder, 'libpod')}`,
    `--network-config-dir=${join(folder, 'networks')}`,
    '--events-backend=file',
    ...(existsSync('/run/systemd/system') ? [] : ['--cgroup-manager=cgroupfs']),
    ...(runtime === undefined ? [] : [`--runtime=${runtime}`]),
  ]
  // Location of cache mounts.
  const env = { TMPDIR: join(folder, 'tmp') }
  const command = (args: readonly string[]) => ['podman', [...globals, ...args]] as const
  const podman = (...args: readonly string[]) => runWell(...command(args), { env, signal })
  return Object.assign(podman, {
    attempt: (...args: readonly string[]) => run(...command(args), { env, signal }),
    close: async () => {
      await runWell(...command(['rm', '--all', '--force', '--time=0']), { env })
      // The overlay driver mounts its own folder, and an interrupted build leaves further mounts.
      await run('umount', ['--recursive', join(folder, 'storage/overlay')])
    },
  })
}

/**
 * Podman with a runtime that can start containers on this machine: the default one or, if that
 * fails, runc without resource limits.
 *
 * @param image used for the attempt.
 * @throws an error with the output of both if neither works.
 */
export async function withWorkingRuntime(
  podman: Podman,
  { folder, image, signal }: { folder: string; image: string; signal: AbortSignal },
): Promise<{ podman: Podman; runtime: string }> {
  const trial = ['run', '--rm', '--network=host', image, 'node', '--version']
  const plain = await podman.attempt(...trial)
  if (plain.exitCode === 0) return { podman, runtime: 'the plain runtime' }
  const wrapper = join(folder, 'runc-without-limits')
  const program = fileURLToPath(new URL('oci-runtime.js', import.meta.url))
  const script = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`
  await writeFile(wrapper, script, { mode: 0o755 })
  const wrapped = await createPodman(folder, signal, wrapper)
  const second = await wrapped.attempt(...trial)
  if (second.exitCode === 0) return { podman: wrapped, runtime: 'runc without resource limits' }
  throw new Error(`no container starts here:\n${plain.output}\n${second.output}`)
}

type RunOptions = { cwd?: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal }

const shownLines = 40
const maxBuffer = 256 * 1024 * 1024

/** Runs a program and captures its output. @throws if it cannot be executed, or is interrupted. */
async function run(
  program: string,
  args: readonly string[],
  { env, ...options }: RunOptions = {},
): Promise<Outcome> {
  const settings = { ...options, maxBuffer, env: { ...process.env, ...env } }
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, settings)
    return { exitCode: 0, stdout, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
    if (typeof code !== 'number') throw error
    return { exitCode: code, stdout, output: stdout + stderr }
  }
}

/** @returns the program's stdout. @throws an error with its last lines if it fails. */
export async function runWell(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { exitCode, stdout, output } = await run(program, args, options)
  if (exitCode === 0) return stdout
  const end = output.trimEnd().split('\n').slice(-shownLines).join('\n')
  throw new Error(`"${program} ${args.join(' ')}" ended with ${exitCode}:\n${end}`)
}

/** @throws a sentence that says what to install. */
export async function requirePrograms(): Promise<void> {
  for (const program of ['podman', 'mmdebstrap']) {
    const { exitCode } = await run('sh', ['-c', `command -v ${program}`])
    if (exitCode === 0) continue
    throw new Error(
      `${program} is not installed; on Debian: apt-get install podman buildah runc mmdebstrap`,
    )
  }
}
