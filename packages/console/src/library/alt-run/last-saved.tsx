import { Button } from '../../controls/button.tsx'
import { Icon } from '../../controls/icon.tsx'
import { t } from '../../words/words.ts'
import css from './alt-run.module.css'
import type { Undo } from './use-undo.ts'

/** The last saved change, with a button that undoes it. */
export const LastSaved = ({ undo }: { undo: Undo }) => (
  <div className={css.saved}>
    <Icon name="check" size={16} />
    <span title={undo.words}>{undo.words}</span>
    <Button look="quiet" size="sm" icon="undo" isPending={undo.isPending} onPress={undo.run}>
      {t('Undo')}
    </Button>
  </div>
)
