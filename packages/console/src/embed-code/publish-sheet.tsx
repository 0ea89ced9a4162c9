import { ChangeSheet } from '../publishing/change-sheet.tsx'
import { publish, refreshWidgets, type Widget } from '../publishing/commands.ts'
import { say } from '../words/words.ts'

type Props = { widget: Widget; onClose(): void }

const PublishSheet = ({ widget, onClose }: Props) => (
  <ChangeSheet
    title={say('Publish {name}', { name: widget.name })}
    label={say('Publish')}
    effect="live"
    change={publish(widget)}
    onClose={onClose}
    onSettled={() => void refreshWidgets(widget.projectId)}
  >
    <p>{say('Sites that have its code show it at once.')}</p>
  </ChangeSheet>
)

export default PublishSheet
