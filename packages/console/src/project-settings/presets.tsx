import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Panel } from '../controls/page.tsx'
import { May } from '../permissions/permissions.tsx'
import { Loading } from '../problems/load-problem.tsx'
import { t } from '../words/words.ts'
import { presetWords } from './preset.ts'
import css from './project-settings.module.css'
import { type Preset, presetsQuery } from './queries.ts'

const DeletePreset = lazyPart(() => import('./delete-preset.tsx'))
const EditPreset = lazyPart(() => import('./edit-preset.tsx'))

export function Presets({ projectId }: { projectId: string }) {
  const { data, error } = useQuery(presetsQuery(projectId))
  const [edited, setEdited] = useState<Preset | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Preset | null>(null)
  return (
    <Panel
      id="presets"
      title={t('Presets')}
      lead={t('Sizes with a name. A site asks for one with ?preset=name, and follows its changes.')}
      actions={
        <May call="updatePreset">
          <Button icon="plus" onPress={() => setEdited('new')}>
            {t('New preset')}
          </Button>
        </May>
      }
    >
      <Loading data={data} error={error} lines={2} />
      {data?.length === 0 ? <p className="aside">{t('No preset yet.')}</p> : null}
      <ul className={`${css.list} optional`}>
        {data?.map((preset) => (
          <Row
            key={preset.name}
            preset={preset}
            onEdit={() => setEdited(preset)}
            onDelete={() => setDeleted(preset)}
          />
        ))}
      </ul>
      {edited === null ? null : (
        <EditPreset
          projectId={projectId}
          preset={edited === 'new' ? null : edited}
          names={(data ?? []).map(({ name }) => name)}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted === null ? null : (
        <DeletePreset projectId={projectId} preset={deleted} onClose={() => setDeleted(null)} />
      )}
    </Panel>
  )
}

type RowProps = { preset: Preset; onEdit(): void; onDelete(): void }

const Row = ({ preset, onEdit, onDelete }: RowProps) => (
  <li className={`${css.row} wrap`}>
    <div className={`${css.about} lines`}>
      <code>{preset.name}</code>
      <span className="aside">{presetWords(preset)}</span>
    </div>
    <Button
      size="sm"
      onPress={onEdit}
      aria-label={t('Edit the preset {name}', { name: preset.name })}
    >
      {t('Edit')}
    </Button>
    <Button
      size="sm"
      look="danger"
      onPress={onDelete}
      aria-label={t('Delete the preset {name}', { name: preset.name })}
    >
      {t('Delete')}
    </Button>
  </li>
)
