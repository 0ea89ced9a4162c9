import { writeFile } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'

/** Unless it is privileged, a user may set one every 0.1 s. */
const pauseMs = 120
const attempts = 50

/**
 * Sets how nice the session of the process `pid` is to other sessions: -20 to 19; 0 at first. Linux
 * shares the cores among sessions where it has autogroups (sched(7)), and does not in a control
 * group, such as a container. A niceness from 0 to 19 can be set again.
 *
 * Nothing happens if the system has no autogroups or the process has ended.
 */
export async function setSessionNiceness(pid: number, niceness: number): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(niceness))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
    await after(pauseMs, undefined, { ref: false })
  }
}
