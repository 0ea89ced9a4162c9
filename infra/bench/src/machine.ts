import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'

export function describeMachine() {
  const [load = Number.NaN] = loadavg()
  return {
    date: new Date().toISOString(),
    cores: availableParallelism(),
    model: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    /** Load average of the last minute. */
    load,
  }
}

export type Machine = ReturnType<typeof describeMachine>

export const formatMachine = (machine: Machine): string =>
  [
    machine.date,
    `${machine.cores} cores, ${machine.model}, ${machine.memoryGb} GB`,
    machine.system,
    `Node ${machine.node}`,
    `load ${machine.load.toFixed(1)}`,
  ].join(' · ')
