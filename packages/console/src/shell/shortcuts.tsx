import { Dialog } from '../controls/dialog.tsx'
import { t } from '../words/words.ts'
import css from './shortcuts.module.css'

type Props = { onClose(): void }

/** The keyboard shortcuts of every page, of the library, of the editor, and of the embed code. */
export default function Shortcuts({ onClose }: Props) {
  const groups: { title: string; keys: [string, string][] }[] = [
    {
      title: t('Everywhere'),
      keys: [
        ['Ctrl K', t('Go to a page, widget, picture or person, or do something')],
        ['/', t('Search on this page')],
        ['?', t('Show these keys')],
        ['Esc', t('Close')],
      ],
    },
    {
      title: t('Library'),
      keys: [
        ['Space', t('Quick look')],
        ['Enter', t('Details')],
        ['F2', t('Rename')],
        ['Ctrl Space', t('Select')],
        ['Ctrl A', t('Select all that match')],
        ['Shift ←↑→↓', t('Select a range')],
        ['W', t('New widget from the selected pictures')],
        ['Del', t('Delete')],
      ],
    },
    {
      title: t('Editor'),
      keys: [
        ['Ctrl Z', t('Undo')],
        ['Ctrl Shift Z', t('Redo')],
        ['Ctrl Enter', t('Publish')],
      ],
    },
    {
      title: t('Embed code'),
      keys: [['Ctrl C', t('Copy the code')]],
    },
  ]
  return (
    <Dialog title={t('Keys')} onClose={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title} className={`${css.group} stack-2`}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, words]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
