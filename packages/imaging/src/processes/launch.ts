import { execFile } from 'node:child_process'

/** How `fork` starts a child. */
export type Launch = { execPath: string; execArgv: string[] }

/** Of util-linux or BusyBox. Node can't choose a scheduling policy itself. */
const chrt = { command: 'chrt', args: ['-i', '0'] }

let isIdlePossible: Promise<boolean> | undefined

/**
 * Starts Node so that it works when nobody else wants the core: whoever wakes up to answer a request
 * has it at once. From one that is merely nice it is taken after its turn, which lasts some
 * milliseconds. Where there is no `chrt`, or it is refused, Node is started as it is.
 */
export async function launch(flags: readonly string[]): Promise<Launch> {
  isIdlePossible ??= succeeds(chrt.command, [...chrt.args, 'true'])
  return (await isIdlePossible)
    ? { execPath: chrt.command, execArgv: [...chrt.args, process.execPath, ...flags] }
    : { execPath: process.execPath, execArgv: [...flags] }
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => execFile(command, args, (error) => resolve(error === null)))
}
