import { orThrow } from '@vitrine/sdk'
import { diagnose } from '../doctor/diagnose.js'
import type { Finding } from '../doctor/finding.js'
import { CommandError, exitCodes } from '../failure.js'
import type { Group } from '../group.js'
import type { Output } from '../output/output.js'
import { cellOf } from '../output/people.js'
import type { Context } from '../session/context.js'
import { interruptSignal } from '../session/interrupt.js'

export const group: Group = {
  operations: ['getProject'],
  attach: (command, context) => {
    command.action(() => runDoctor(context))
  },
}

/** @throws CommandError if something is wrong. */
async function runDoctor(context: Context): Promise<void> {
  const { output } = context
  const vitrine = await context.vitrine()
  const projectId = await context.projectId()
  // Who may not see the project gets that answer alone.
  await orThrow(vitrine.GET('/api/projects/{projectId}', { params: { path: { projectId } } }))
  const signal = interruptSignal()
  let wrong = 0
  let all = 0
  for await (const finding of diagnose({ vitrine, projectId, send: context.sender(), signal })) {
    all += 1
    if (!finding.isOk) wrong += 1
    await show(output, finding)
  }
  if (wrong > 0) throw new CommandError(`${wrong} of ${all} checks failed.`, exitCodes.failed)
}

/** A sentence for people, and below it what to do. */
async function show(output: Output, finding: Finding): Promise<void> {
  if (!output.isPeople) return output.item(finding)
  const { isOk, message, remedy } = finding
  await output.write(`${isOk ? 'ok     ' : 'wrong  '} ${cellOf(message)}\n`)
  if (remedy !== undefined) await output.write(`        ${remedy}\n`)
}
