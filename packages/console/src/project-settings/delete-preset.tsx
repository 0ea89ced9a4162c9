import { ChangeSheet } from '../publishing/change-sheet.tsx'
import { t } from '../words/words.ts'
import { deletePreset, refreshPresets } from './commands.ts'
import type { Preset } from './queries.ts'

type Props = { projectId: string; preset: Preset; onClose(): void }

export default function DeletePreset({ projectId, preset: { name }, onClose }: Props) {
  return (
    <ChangeSheet
      title={t('Delete the preset?')}
      label={t('Delete preset')}
      effect="gone"
      change={deletePreset(projectId, name)}
      isDanger
      onClose={onClose}
      onSettled={() => void refreshPresets(projectId)}
      done={<p>{t('The preset {name} is deleted.', { name })}</p>}
    >
      <p>{t('Addresses with ?preset={name} show no picture any more.', { name })}</p>
    </ChangeSheet>
  )
}
