import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { program } from './program.js'

type Account = { email: string; password: string }

/** The command line with a home of its own, signed in to a project of its own. */
export async function signIn(home: string, url: string, account: Account) {
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: `${home}/config` }
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [program, ...args], {
      env: { ...env, VITRINE_URL: url },
      stdio: ['pipe', 'pipe', 'inherit'],
    })

  const toEnd = async (args: readonly string[], input = '') => {
    const child = start(args)
    const exit = once(child, 'exit')
    child.stdout.resume()
    child.stdin.end(input)
    await check(exit, args)
  }

  await toEnd(['login', '--email', account.email, '--password', '-'], account.password)
  await toEnd(['projects', 'create', 'Bench'])
  await toEnd(['use', '--project', 'bench'])
  return {
    toEnd,

    /** Ends it after the first line of its result. */
    untilOutput: async (args: readonly string[]) => {
      const child = start(args)
      const exit = once(child, 'exit')
      await Promise.race([once(child.stdout, 'data'), exit])
      child.kill('SIGINT')
      await check(exit, args)
    },

    /** Calls `then` when so many results were printed. @returns the exit code; null if it was killed. */
    during: async (
      args: readonly string[],
      results: number,
      then: (child: ChildProcess) => unknown,
    ): Promise<number | null> => {
      const child = start([...args, '--json'])
      const exit = once(child, 'exit')
      child.stdin.end()
      let printed = 0
      for await (const _ of createInterface(child.stdout)) {
        printed += 1
        if (printed === results) await then(child)
      }
      const [code] = await exit
      return code as number | null
    },
  }
}

export type CommandLine = Awaited<ReturnType<typeof signIn>>

async function check(exit: Promise<unknown[]>, args: readonly string[]): Promise<void> {
  const [code] = await exit
  if (code !== 0) throw new Error(`vitrine ${args.join(' ')} ended with ${code}`)
}
