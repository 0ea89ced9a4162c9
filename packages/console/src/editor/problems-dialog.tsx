import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Icon } from '../controls/icon.tsx'
import { t } from '../words/words.ts'
import css from './editor.module.css'
import type { Problem } from './problems.ts'

type Props = { problems: readonly Problem[]; onShow(problem: Problem): void; onClose(): void }

export default function ProblemsDialog({ problems, onShow, onClose }: Props) {
  return (
    <Dialog title={t('Problems')} onClose={onClose} width="md">
      {problems.length === 0 ? <p>{t('There are none left.')}</p> : null}
      <ul className={`${css.problems} stack-2`}>
        {problems.map((problem) => (
          <li key={problem.id} className="row-3" data-blocking={problem.isBlocking || undefined}>
            <Icon name="alert" size={16} />
            <span className="fill">{problem.words}</span>
            <Button size="sm" onPress={() => onShow(problem)}>
              {t('Show')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
