import { ChangeSheet } from '../../publishing/change-sheet.tsx'
import { refreshWidgets, unpublish } from '../../publishing/commands.ts'
import { t } from '../../words/words.ts'
import { useEdited, useEditing } from '../use-editing.tsx'

/** Takes the widget off the web. The working copy stays. */
export default function UnpublishSheet({ onClose }: { onClose(): void }) {
  const editing = useEditing()
  const widget = useEdited((state) => state.widget)
  return (
    <ChangeSheet
      title={t('Unpublish')}
      label={t('Unpublish')}
      effect="gone"
      isDanger
      change={unpublish(widget)}
      onClose={onClose}
      onSettled={() => {
        void refreshWidgets(widget.projectId)
        void editing.refresh()
      }}
      done={<p>{t('The widget is a draft again. Your changes are saved as you make them.')}</p>}
    >
      <p>{t('Pages with “{name}” show their own content instead.', { name: widget.name })}</p>
    </ChangeSheet>
  )
}
