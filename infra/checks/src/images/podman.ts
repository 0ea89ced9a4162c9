import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled, type Outcome, run, runWell } from './command.js'

/** Podman with its images, containers and caches in a separate folder. */
export type Podman = {
  /** @returns its stdout. @throws an error with its last lines if it fails. */
  (...args: readonly string[]): Promise<string>
  attempt(...args: readonly string[]): Promise<Outcome>
  /** Removes all containers and releases the folder. */
  close(): Promise<void>
}

/** @throws a one-sentence error if Podman is not installed. */
export async function createPodman(
  folder: string,
  signal: AbortSignal,
  runtime?: string,
): Promise<Podman> {
  if (!(await isInstalled('podman', signal))) {
    throw new Error('podman is not installed; on Debian: apt-get install podman buildah runc')
  }
  await mkdir(join(folder, 'tmp'), { recursive: true })
  const globals = [
    `--root=${join(folder, 'storage')}`,
    `--runroot=${join(folder, 'run')}`,
    `--tmpdir=${join(folder, 'libpod')}`,
    '--events-backend=file',
    ...(existsSync('/run/systemd/system') ? [] : ['--cgroup-manager=cgroupfs']),
    ...(runtime === undefined ? [] : [`--runtime=${runtime}`]),
  ]
  const command = (args: readonly string[], until: AbortSignal) => ({
    program: 'podman',
    args: [...globals, ...args],
    // Location of cache mounts.
    env: { TMPDIR: join(folder, 'tmp') },
    signal: until,
  })
  const podman = (...args: readonly string[]) => runWell(command(args, signal))
  return Object.assign(podman, {
    attempt: (...args: readonly string[]) => run(command(args, signal)),
    close: async () => {
      const always = new AbortController().signal
      await runWell(command(['rm', '--all', '--force', '--time=0'], always))
      // The overlay driver mounts its own folder, and an interrupted build leaves further mounts.
      const mounted = ['--recursive', join(folder, 'storage/overlay')]
      await run({ program: 'umount', args: mounted, signal: always })
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
