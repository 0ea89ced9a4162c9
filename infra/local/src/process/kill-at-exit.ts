import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Kills the registered processes when this process exits for any reason. A shell reads the current
 * list of pids from a pipe. The kernel closes the pipe when this process exits, and the shell then
 * kills the pids of the last list.
 */
const script = `
trap '' HUP INT TERM
while read -r line; do pids=$line; done
[ -n "$pids" ] || exit 0
kill -INT $pids 2>/dev/null
sleep 30
kill -KILL $pids 2>/dev/null`

const registered = new Set<number>()
let shell: ChildProcess | undefined

export function killAtExit(pid: number): void {
  registered.add(pid)
  sendPids()
}

export function forget(pid: number): void {
  registered.delete(pid)
  sendPids()
}

function sendPids(): void {
  shell ??= startShell()
  shell.stdin?.write(`${[...registered].join(' ')}\n`)
}

function startShell(): ChildProcess {
  // Detached, so that Ctrl-C in a terminal, which signals the whole process group, does not stop
  // it.
  const child = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const restart = () => {
    if (shell === child) shell = undefined
  }
  child.once('error', restart).once('exit', restart)
  child.stdin.on('error', restart)
  child.unref()
  ;(child.stdin as Socket).unref()
  return child
}
