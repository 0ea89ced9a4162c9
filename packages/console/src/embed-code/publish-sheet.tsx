import { ChangeSheet } from '../publishing/change-sheet.tsx'
import { publish, refreshWidgets, type Widget } from '../publishing/commands.ts'
import { t } from '../words/words.ts'

type Props = { widget: Widget; onClose(): void }

const PublishSheet = ({ widget, onClose }: Props) => (
  <ChangeSheet
    title={t('Publish {name}', { name: widget.name })}
    label={t('Publish')}
    effect="live"
    doneTitle={t('“{name}” is live', { name: widget.name })}
    change={publish(widget)}
    onClose={onClose}
    onSettled={() => void refreshWidgets(widget.projectId)}
  >
    <p>{t('Sites that have its code show it at once.')}</p>
  </ChangeSheet>
)

export default PublishSheet
