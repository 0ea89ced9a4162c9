import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Image, images, tagOf } from './build.js'
import type { Podman } from './podman.js'

/** Options as in compose.yaml and a hardened pod. */
const hardened = [
  '--network=host',
  '--http-proxy=false',
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--memory=768m',
  '--pids-limit=512',
  '--tmpfs=/tmp:size=512m',
]

const startSeconds = 300
const stopSeconds = 60

type Env = Readonly<Record<string, string>>
type Context = { podman: Podman; signal: AbortSignal }

const settings = (env: Env): string[] =>
  Object.entries(env).map(([name, value]) => `--env=${name}=${value}`)

/** What a job runs in place of the image's own command, and the folders that it writes to. */
type Job = { command?: readonly string[]; volumes?: readonly string[] }

/** Runs a job until it exits. @returns its stdout. @throws an error with its last lines if it fails. */
export const runJob = (
  image: Image,
  env: Env,
  { podman }: Context,
  { command = [], volumes = [] }: Job = {},
): Promise<string> => {
  const mounts = volumes.map((volume) => `--volume=${volume}`)
  return podman('run', '--rm', ...hardened, ...mounts, ...settings(env), tagOf(image), ...command)
}

/** @throws if a file can be written next to the program. */
export async function checkReadOnly(image: Image, { podman }: Context): Promise<void> {
  const touch = ['touch', '/app/x']
  const { exitCode, output } = await podman.attempt(
    'run',
    '--rm',
    ...hardened,
    tagOf(image),
    ...touch,
  )
  if (exitCode === 0 || !/Read-only file system/.test(output)) {
    throw new Error(`"touch /app/x" was not refused in the image of ${image.name}: ${output}`)
  }
}

export type Container = Awaited<ReturnType<typeof startContainer>>

/** Another than the images', as Kubernetes and OpenShift may choose. */
const otherUser = 12_345

/** Starts a service as another user and waits until it is ready. */
export async function startContainer(image: Image, env: Env, { podman, signal }: Context) {
  const url = `http://127.0.0.1:${env.PORT}`
  await podman(
    'run',
    '--detach',
    `--name=${image.name}`,
    ...hardened,
    `--user=${otherUser}:${otherUser}`,
    ...settings(env),
    tagOf(image),
  )
  const inspect = async (format: string) =>
    (await podman('inspect', `--format=${format}`, image.name)).trim()
  await untilReady(`${url}/readyz`, signal, () => readLog(image, podman))
  return {
    url,
    /** @throws if the process has an unnecessary privilege. */
    checkConfined: async (): Promise<void> => {
      const status = await readFile(`/proc/${await inspect('{{.State.Pid}}')}/status`, 'utf8')
      for (const line of [
        /^Uid:\t12345\t/m,
        /^Gid:\t12345\t/m,
        /^CapEff:\t0+$/m,
        /^NoNewPrivs:\t1$/m,
      ]) {
        if (!line.test(status)) throw new Error(`${image.name}: no line ${line} in\n${status}`)
      }
    },
    checkHealthy: () => podman('healthcheck', 'run', image.name),
    stop: () => stopContainer(image, podman),
  }
}

/** Starts the image for trying as a person would, and waits until its demo can be seen. */
export async function startTrial({ podman, signal }: Context, port: number) {
  const { name } = images.try
  await podman(
    'run',
    '--detach',
    `--name=${name}`,
    '--network=host',
    '--http-proxy=false',
    `--env=VITRINE_PORT=${port}`,
    tagOf(images.try),
  )
  const url = `http://127.0.0.1:${port}`
  const log = () => readLog(images.try, podman)
  await untilReady(`${url}/readyz`, signal, log)
  // The welcome comes after the demo.
  const deadline = AbortSignal.timeout(startSeconds * 1000)
  while (!(await log()).includes('Vitrine is ready')) {
    signal.throwIfAborted()
    if (deadline.aborted) throw new Error(`no demo in ${startSeconds} s:\n${await log()}`)
    await pause(500)
  }
  return {
    url,
    readLog: log,
    stop: () => stopContainer(images.try, podman),
  }
}

/** Sends SIGTERM. @throws if the exit code is not 0. */
async function stopContainer(image: Image, podman: Podman): Promise<void> {
  await podman('stop', `--time=${stopSeconds}`, image.name)
  const code = (await podman('inspect', '--format={{.State.ExitCode}}', image.name)).trim()
  if (code === '0') return
  throw new Error(
    `${image.name} ended with ${code} after SIGTERM:\n${await readLog(image, podman)}`,
  )
}

async function readLog({ name }: Image, podman: Podman): Promise<string> {
  return (await podman.attempt('logs', '--tail=40', name)).output
}

async function untilReady(
  url: string,
  signal: AbortSignal,
  log: () => Promise<string>,
): Promise<void> {
  const deadline = AbortSignal.timeout(startSeconds * 1000)
  for (;;) {
    signal.throwIfAborted()
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (deadline.aborted)
      throw new Error(`no 200 from ${url} in ${startSeconds} s:\n${await log()}`)
    await pause(100)
  }
}
