import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { type ExitCode, exitCodes, reportOf } from './failure.js'
import { groups } from './groups.js'
import { Output } from './output/output.js'
import type { GlobalOptions } from './session/context.js'
import type { Terminal } from './terminal.js'

const exits = `
Exit codes: 0 done, 1 some of it failed, 2 wrong use, 3 not signed in, 4 refused by the service, 130 interrupted.
Environment: VITRINE_URL, VITRINE_TOKEN, VITRINE_ORG, VITRINE_PROJECT, NO_COLOR.`

const createProgram = () =>
  new Command('vitrine')
    .description('Vitrine on the command line')
    .option('--url <address>', 'of Vitrine')
    .option('--org <slug or id>', 'the organization')
    .option('--project <slug or id>', 'the project')
    .option('--json', 'results as lines of JSON')
    .option('--field <name>', 'this property of each result alone, such as id')
    .option('--header <name:value>', 'of each call; repeatable', (one, before: string[] = []) => [
      ...before,
      one,
    ])
    .option('-V, --version', 'the version of this command line')
    .helpCommand('help [command...]', 'Show the options of a command')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .addHelpText('after', exits)
    .exitOverride()

type Program = ReturnType<typeof createProgram>

/** Runs one command line. It never throws. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const program = createProgram().configureOutput({
    writeOut: (text) => terminal.stdout.write(text),
    writeErr: (text) => terminal.stderr.write(text),
    getOutHasColors: () => terminal.stdout.isTTY === true && !terminal.env.NO_COLOR,
    getErrHasColors: () => terminal.stderr.isTTY === true && !terminal.env.NO_COLOR,
  })
  const output = () => outputOf(terminal, program.opts())
  try {
    const { operands: given } = program.parseOptions([...argv])
    const isHelp = given[0] === 'help'
    const operands = isHelp ? given.slice(1) : given
    if (program.opts().version) {
      terminal.stdout.write(`${await versionOf()}\n`)
      return exitCodes.done
    }
    await attachGroups(program, operands[0], terminal)
    await program.parseAsync(isHelp ? helpOf(operands) : argv, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    // Commander has written what it says.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    const { message, exitCode } = reportOf(error)
    output().error(message)
    return exitCode
  }
}

/** `help widgets create` as `widgets create --help`. An unknown command is an error, as it is without "help". */
const helpOf = (operands: readonly string[]): string[] => {
  const isKnown = operands[0] === undefined || Object.hasOwn(groups, operands[0])
  return isKnown ? [...operands, '--help'] : [...operands]
}

const outputOf = (terminal: Terminal, { json, field }: GlobalOptions) =>
  new Output(terminal, json === true, field)

async function versionOf(): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** Adds each group's name, and the commands of the one that is used. */
async function attachGroups(
  program: Program,
  used: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const needsAll = Object.entries(groups).some(([name, entry]) => name === used && entry.needsAll)
  const options: GlobalOptions = program.opts()
  for (const [name, { summary, load }] of Object.entries(groups)) {
    const command: CommandUnknownOpts = program.command(name).description(summary)
    if (name !== used && !needsAll) continue
    const { Context } = await import('./session/context.js')
    const output = outputOf(terminal, options)
    const { attach } = await load()
    attach(command as Command, new Context(terminal, output, options))
  }
}
