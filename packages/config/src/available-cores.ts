import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * How many cores this process may use: those that it may run on, or fewer where a control group limits
 * its CPU time, as a container's limit does. A limit of 1.5 cores counts as 1. At least 1.
 *
 * Node 20 does not look at the limit of control groups, Node 22 and 24 do.
 *
 * @param root where the file systems `proc` and `sys/fs/cgroup` are mounted.
 */
export function availableCores(root = '/'): number {
  const limits = groupsOf(root).flatMap(limitsAbove)
  return Math.max(1, Math.floor(Math.min(availableParallelism(), ...limits)))
}

/** A control group: its folder, the file system's top folder, and how it states a limit. */
type Group = { folder: string; top: string; limitOf: (folder: string) => number | null }

/** Reads `/proc/self/cgroup`, where a line is `0::/path` (version 2) or `4:cpu,cpuacct:/path` (1). */
function groupsOf(root: string): Group[] {
  const mount = join(root, 'sys/fs/cgroup')
  return (read(join(root, 'proc/self/cgroup')) ?? '').split('\n').flatMap((line): Group[] => {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (controllers === undefined || path === undefined) return []
    if (controllers === '') return [{ folder: join(mount, path), top: mount, limitOf: limitOfV2 }]
    if (!controllers.split(',').includes('cpu')) return []
    return [controllers, 'cpu'].map((name) => {
      const top = join(mount, name)
      return { folder: join(top, path), top, limitOf: limitOfV1 }
    })
  })
}

/**
 * In cores; a group above limits its groups as well. In a container the path may be the host's, while
 * the container's own group is mounted as the top folder.
 */
function limitsAbove({ folder, top, limitOf }: Group): number[] {
  const groups = [top]
  for (let above = folder; above.startsWith(`${top}/`); above = dirname(above)) groups.push(above)
  return groups.map(limitOf).filter((limit) => limit !== null)
}

/** `cpu.max`: microseconds of CPU time in each period of so many, or `max`. */
function limitOfV2(folder: string): number | null {
  const [quota, period] = (read(join(folder, 'cpu.max')) ?? '').trim().split(' ')
  return coresOf(quota, period)
}

/** The quota is -1 where there is no limit. */
function limitOfV1(folder: string): number | null {
  const quota = read(join(folder, 'cpu.cfs_quota_us'))
  return coresOf(quota, read(join(folder, 'cpu.cfs_period_us')))
}

function coresOf(quota: string | null | undefined, period: string | null | undefined) {
  const cores = Number(quota ?? Number.NaN) / Number(period ?? Number.NaN)
  return Number.isFinite(cores) && cores > 0 ? cores : null
}

/** @returns null where there is no such file: another system, or a group without that controller. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
