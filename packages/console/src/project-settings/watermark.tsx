import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { useEditForm } from '../controls/edit-form.ts'
import field from '../controls/field.module.css'
import { Form, FormActions } from '../controls/form.tsx'
import { NativeSelect } from '../controls/native-select.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Panel } from '../controls/page.tsx'
import { addressOf, Picture } from '../controls/picture.tsx'
import { TextField } from '../controls/text-field.tsx'
import type { Asset } from '../server/assets.ts'
import type { Project } from '../server/projects.ts'
import { t } from '../words/words.ts'
import { readProject, saveProject } from './commands.ts'
import type { Position } from './mark-places.ts'
import css from './project-settings.module.css'
import { samplesQuery } from './queries.ts'
import { type Draft, draftOf, positionWords, shownOf, watermarkOf } from './watermark-draft.ts'

/** The room of the preview. */
const Room = () => (
  <figure className={css.preview}>
    <canvas />
    <figcaption className="hint">{'\u00a0'}</figcaption>
  </figure>
)

const WatermarkPreview = lazyPart(() => import('./watermark-preview.tsx'), Room)
const Picker = lazyPart(async () => ({ default: (await import('../picking/picker.tsx')).Picker }))

const fields = [
  'watermark.assetId',
  'watermark.opacity',
  'watermark.scale',
  'watermark.from',
] as const

/** A picture of the project over what visitors see. */
export function Watermark({ project }: { project: Project }) {
  const [draft, setDraft] = useState(draftOf(project.watermark))
  const [isPicking, setPicking] = useState(false)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const { data } = useQuery(samplesQuery(project.id, draft.assetId))
  const form = useEditForm({
    fields,
    resource: project,
    read: () => readProject(project.id),
    shownOf,
    onTake: (name, value) => change({ [name]: value }),
    send: (values, base) =>
      saveProject(base, { watermark: watermarkOf({ ...draft, ...values } as Draft) }),
  })
  const mark = data?.mark ?? null
  const isWaiting = draft.assetId !== '' && data === undefined
  return (
    <Panel
      id="watermark"
      title={t('Watermark')}
      lead={t(
        'A picture of yours, such as a logo, over what visitors see. Your files stay as they are, and addresses with a signature give them without it.',
      )}
    >
      <Form form={form}>
        <input type="hidden" name="assetId" value={draft.assetId} />
        <input type="hidden" name="position" value={draft.position} />
        <Chosen
          mark={mark}
          isWaiting={isWaiting}
          problem={form.problems['watermark.assetId']}
          onPick={() => setPicking(true)}
          onRemove={() => change({ assetId: '' })}
        />
        {draft.assetId === '' ? null : (
          <Look draft={draft} problems={form.problems} onChange={change} />
        )}
        {isWaiting ? <Room /> : null}
        {mark && data?.sample ? (
          <WatermarkPreview
            sample={data.sample}
            mark={mark}
            position={draft.position}
            opacity={Number(draft.opacity) / 100}
            scale={Number(draft.scale) / 100}
          />
        ) : null}
        <FormActions form={form} label={t('Save watermark')} />
      </Form>
      {isPicking ? (
        <Picker
          projectId={project.id}
          title={t('Choose the watermark')}
          used={new Set([draft.assetId])}
          room={1}
          labelOf={() => t('Choose')}
          tooMany=""
          onPick={([asset]) => asset && change({ assetId: asset.id })}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </Panel>
  )
}

type ChosenProps = {
  mark: Asset | null
  isWaiting: boolean
  problem: string | undefined
  onPick(): void
  onRemove(): void
}

const Chosen = ({ mark, isWaiting, problem, onPick, onRemove }: ChosenProps) => (
  <div className={`${css.chosen} wrap`}>
    {isWaiting ? <span className={css.mark} /> : null}
    {isWaiting ? null : mark === null ? (
      <p className="aside">{t('No watermark. A PNG with a transparent background fits best.')}</p>
    ) : (
      <>
        <Picture
          className={css.mark}
          src={addressOf(mark, 320)}
          alt={mark.altText || mark.filename}
          width={mark.width}
          height={mark.height}
        />
        <span className="truncate">{mark.filename}</span>
      </>
    )}
    <Button size="sm" onPress={onPick}>
      {mark === null ? t('Choose a picture') : t('Choose another')}
    </Button>
    {mark === null ? null : (
      <Button size="sm" look="quiet" onPress={onRemove}>
        {t('Remove')}
      </Button>
    )}
    {problem === undefined ? null : <p className="aside">{problem}</p>}
  </div>
)

type LookProps = {
  draft: Draft
  problems: Partial<Record<(typeof fields)[number], string>>
  onChange(part: Partial<Draft>): void
}

const Look = ({ draft, problems, onChange }: LookProps) => (
  <div className={`${css.three} stack-4`}>
    <div className={field.field}>
      <span className={field.label} aria-hidden="true">
        {t('Place')}
      </span>
      <NativeSelect<Position>
        label={t('Place')}
        options={positionWords()}
        value={draft.position}
        onChange={(position) => onChange({ position })}
      />
    </div>
    <TextField
      label={t('Strength, %')}
      name="opacity"
      inputMode="numeric"
      autoComplete="off"
      value={draft.opacity}
      onChange={(opacity) => onChange({ opacity })}
      hint={t('5 to 100')}
      problem={problems['watermark.opacity']}
    />
    <TextField
      label={t('Width, %')}
      name="scale"
      inputMode="numeric"
      autoComplete="off"
      value={draft.scale}
      onChange={(scale) => onChange({ scale })}
      hint={t('5 to 100, of the picture')}
      problem={problems['watermark.scale']}
    />
    <TextField
      label={t('From this size, px')}
      name="from"
      inputMode="numeric"
      autoComplete="off"
      value={draft.from}
      onChange={(from) => onChange({ from })}
      hint={t('Pictures whose longer side is smaller have none.')}
      problem={problems['watermark.from']}
    />
  </div>
)
