import { useParams } from '@tanstack/react-router'
import { Picker } from '../../picking/picker.tsx'
import { t } from '../../words/words.ts'
import { useEdited, useEditing } from '../use-editing.tsx'
import { add, mostItems } from './edits.ts'

/** Pictures of the library, to be added at the end. */
export default function AddPictures({ onClose }: { onClose(): void }) {
  const { projectId } = useParams({ from: '/shell/p/$projectId/widgets/$widgetId' })
  const editing = useEditing()
  const items = useEdited(({ copy }) => copy.mine.items)
  return (
    <Picker
      projectId={projectId}
      title={t('Add pictures')}
      used={new Set(items.map(({ assetId }) => assetId))}
      room={mostItems - items.length}
      labelOf={(count) =>
        t('{count, plural, =0 {Add} one {Add # picture} other {Add # pictures}}', { count })
      }
      tooMany={t('A widget shows up to {mostItems} pictures.', { mostItems })}
      onPick={(assets) => {
        editing.learn(assets)
        editing.change(add(assets.map(({ id }) => id)), 'add')
      }}
      onClose={onClose}
    />
  )
}
