import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Compose, type ComposeService, interpolate } from '@vitrine/checks/compose'
import { images, tagOf } from '../images/build.js'
import type { Podman } from '../images/podman.js'
import { qualified } from './stand-ins.js'

type Env = Readonly<Record<string, string>>
type Context = { podman: Podman; root: string; signal: AbortSignal }

const startSeconds = 300

/** One container of a service, such as `delivery-2`. */
export type Instance = { name: string; service: string }

/**
 * Starts the services of compose.yaml with podman as Docker Compose does: with every setting that the file names, in the order of
 * `depends_on`, each when its conditions are met. Ports are not published.
 */
export async function bringUp(compose: Compose, env: Env, context: Context): Promise<Instance[]> {
  const { podman } = context
  for (const [name, { internal = false }] of Object.entries(compose.networks)) {
    await podman('network', 'create', ...(internal ? ['--internal'] : []), name)
  }
  const instances: Instance[] = []
  for (const service of inOrder(compose)) {
    const settings = compose.services[service] as ComposeService
    const isJob = settings.restart === 'no'
    const count = settings.deploy?.replicas ?? 1
    for (let number = 1; number <= count; number += 1) {
      const name = `${service}-${number}`
      const args = argumentsOf(service, settings, env, context.root)
      if (isJob) {
        await podman('run', '--rm', `--name=${name}`, ...args)
        continue
      }
      await podman('run', '--detach', `--name=${name}`, ...args)
      instances.push({ name, service })
    }
    for (const { name } of instances.filter((instance) => instance.service === service)) {
      await untilHealthy(name, settings, context)
    }
  }
  return instances
}

/** Runs a job with another command. @returns its stdout. */
export function runJob(
  { services }: Compose,
  service: string,
  command: string[],
  { podman, root, env }: Pick<Context, 'podman' | 'root'> & { env: Env },
): Promise<string> {
  const settings = { ...(services[service] as ComposeService), command }
  return podman('run', '--rm', ...argumentsOf(service, settings, env, root))
}

/** The services so that each comes after those that it depends on. */
function inOrder({ services }: Compose): string[] {
  const order: string[] = []
  const visit = (name: string): void => {
    if (order.includes(name)) return
    for (const dependency of Object.keys(services[name]?.depends_on ?? {})) visit(dependency)
    order.push(name)
  }
  for (const name of Object.keys(services)) visit(name)
  return order
}

function argumentsOf(service: string, settings: ComposeService, env: Env, root: string): string[] {
  const text = (value: string) => interpolate(value, env)
  const options: string[] = ['--http-proxy=false', `--hostname=${service}`]
  for (const network of settings.networks ?? [])
    options.push(`--network=${network}:alias=${service}`)
  for (const [name, value] of Object.entries(settings.environment ?? {})) {
    options.push(`--env=${name}=${text(String(value))}`)
  }
  for (const volume of settings.volumes ?? []) {
    options.push(`--volume=${text(volume).replace(/^\.\//, `${join(root, 'infra')}/`)}`)
  }
  for (const folder of [settings.tmpfs ?? []].flat()) options.push(`--tmpfs=${folder}`)
  if (settings.read_only) options.push('--read-only', '--read-only-tmpfs=false')
  for (const name of settings.cap_drop ?? []) options.push(`--cap-drop=${name}`)
  for (const name of settings.cap_add ?? []) options.push(`--cap-add=${name}`)
  if (settings.security_opt) options.push('--security-opt=no-new-privileges')
  if (settings.mem_limit) options.push(`--memory=${settings.mem_limit}`)
  if (settings.pids_limit) options.push(`--pids-limit=${settings.pids_limit}`)
  if (settings.shm_size) options.push(`--shm-size=${settings.shm_size}`)
  if (settings.user) options.push(`--user=${settings.user}`)
  if (settings.stop_grace_period) {
    options.push(`--stop-timeout=${Number.parseInt(settings.stop_grace_period, 10)}`)
  }
  const [program, ...words] = settings.entrypoint ?? []
  if (program !== undefined) options.push(`--entrypoint=${program}`)
  return [
    ...options,
    imageOf(service, settings, env),
    ...words,
    ...(settings.command ?? []).map(text),
  ]
}

/** The image that was built for the proof, or the stand-in for one of others. */
export function imageOf(service: string, { image, build }: ComposeService, env: Env): string {
  if (build === undefined) return qualified(interpolate(image ?? '', env))
  return tagOf(build.target === 'migrate' ? images.migrate : images[service as keyof typeof images])
}

/** By the check that compose.yaml has for the service, or else its image. */
async function untilHealthy(
  name: string,
  { healthcheck, build }: ComposeService,
  { podman, signal }: Context,
): Promise<void> {
  const [kind, ...words] = healthcheck?.test ?? []
  if (kind === undefined && build === undefined) return
  const deadline = AbortSignal.timeout(startSeconds * 1000)
  const command = kind === 'CMD-SHELL' ? ['sh', '-c', ...words] : words
  const check = kind === undefined ? ['healthcheck', 'run', name] : ['exec', name, ...command]
  for (;;) {
    signal.throwIfAborted()
    const { exitCode, output } = await podman.attempt(...check)
    if (exitCode === 0) return
    const { stdout } = await podman.attempt('inspect', '--format={{.State.Running}}', name)
    if (deadline.aborted || stdout.trim() !== 'true') {
      const log = (await podman.attempt('logs', '--tail=40', name)).output
      throw new Error(`${name} did not become healthy in ${startSeconds} s: ${output}\n${log}`)
    }
    await pause(500)
  }
}

/** The address of a container in a network. */
export async function addressOf(name: string, network: string, podman: Podman): Promise<string> {
  const format = `--format={{(index .NetworkSettings.Networks "${network}").IPAddress}}`
  return (await podman('inspect', format, name)).trim()
}
