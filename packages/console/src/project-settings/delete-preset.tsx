import { ChangeSheet } from '../publishing/change-sheet.tsx'
import { say } from '../words/words.ts'
import { deletePreset, refreshPresets } from './commands.ts'
import type { Preset } from './queries.ts'

type Props = { projectId: string; preset: Preset; onClose(): void }

export default function DeletePreset({ projectId, preset: { name }, onClose }: Props) {
  return (
    <ChangeSheet
      title={say('Delete the preset?')}
      label={say('Delete preset')}
      effect="gone"
      change={deletePreset(projectId, name)}
      isDanger
      onClose={onClose}
      onSettled={() => void refreshPresets(projectId)}
      done={<p>{say('The preset {name} is deleted.', { name })}</p>}
    >
      <p>{say('Addresses with ?preset={name} show no picture any more.', { name })}</p>
    </ChangeSheet>
  )
}
