import { availableParallelism } from 'node:os'
import t from '@vitrine/testing/t'
import { availableCores } from '../../src/available-cores.js'

const all = availableParallelism()
/** Microseconds of CPU time per 100,000 that leave one core, and far more than any machine has. */
const [one, plenty] = ['150000', '100000000']

const proc = (cgroup: string) => ({ self: { cgroup } })
const v1 = (quota: string) => ({
  'cpu.cfs_quota_us': `${quota}\n`,
  'cpu.cfs_period_us': '100000\n',
})
const v2 = (quota: string) => ({ 'cpu.max': `${quota} 100000\n` })

const cases = {
  'a system without control groups': { tree: {}, cores: all },
  'no limit': {
    tree: { proc: proc('0::/a\n'), sys: { fs: { cgroup: { a: v2('max') } } } },
    cores: all,
  },
  'a limit above the number of cores': {
    tree: { proc: proc('0::/a\n'), sys: { fs: { cgroup: { a: v2(plenty) } } } },
    cores: all,
  },
  'a limit of one and a half cores': {
    tree: { proc: proc('0::/a\n'), sys: { fs: { cgroup: { a: v2(one) } } } },
    cores: 1,
  },
  'a limit of a fifth of a core': {
    tree: { proc: proc('0::/a\n'), sys: { fs: { cgroup: { a: v2('20000') } } } },
    cores: 1,
  },
  'a limit of a group above': {
    tree: {
      proc: proc('0::/a/b\n'),
      sys: { fs: { cgroup: { a: { ...v2(one), b: v2('max') } } } },
    },
    cores: 1,
  },
  'the group of a container, mounted as the top folder': {
    tree: { proc: proc('0::/../host/group\n'), sys: { fs: { cgroup: v2(one) } } },
    cores: 1,
  },
  'version 1, no limit': {
    tree: { proc: proc('1:cpu:/a\n0::/\n'), sys: { fs: { cgroup: { cpu: { a: v1('-1') } } } } },
    cores: all,
  },
  'version 1, a limit': {
    tree: { proc: proc('1:cpu:/a\n0::/\n'), sys: { fs: { cgroup: { cpu: { a: v1(one) } } } } },
    cores: 1,
  },
  'version 1, a limit of the controllers together': {
    tree: {
      proc: proc('4:memory:/a\n3:cpu,cpuacct:/a\n'),
      sys: { fs: { cgroup: { 'cpu,cpuacct': { a: v1(one) } } } },
    },
    cores: 1,
  },
  "version 1, a container's own group mounted as the top folder": {
    tree: {
      proc: proc('3:cpu,cpuacct:/docker/0123\n'),
      sys: { fs: { cgroup: { 'cpu,cpuacct': v1(one) } } },
    },
    cores: 1,
  },
}

for (const [name, { tree, cores }] of Object.entries(cases)) {
  t.test(`cores available under ${name}`, async (t) => {
    t.equal(availableCores(t.testdir(tree)), cores)
  })
}

t.test('cores available here', async (t) => {
  const cores = availableCores()
  t.ok(Number.isInteger(cores) && cores >= 1 && cores <= all, `${cores}`)
})
