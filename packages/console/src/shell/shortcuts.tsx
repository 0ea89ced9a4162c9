import { Dialog } from '../controls/dialog.tsx'
import { say } from '../words/words.ts'
import css from './shortcuts.module.css'

type Props = { onClose(): void }

/** The keys of every page, and those of the library and the editor. */
export default function Shortcuts({ onClose }: Props) {
  const groups: { title: string; keys: [string, string][] }[] = [
    {
      title: say('Everywhere'),
      keys: [
        ['Ctrl K', say('Go to a page or a project, or do something')],
        ['/', say('Search on this page')],
        ['?', say('Show these keys')],
        ['Esc', say('Close')],
      ],
    },
    {
      title: say('Library'),
      keys: [
        ['Space', say('Quick look')],
        ['Enter', say('Details')],
        ['F2', say('Rename')],
        ['Ctrl A', say('Select all that match')],
        ['Shift ←↑→↓', say('Select a range')],
        ['Del', say('Delete')],
      ],
    },
    {
      title: say('Editor'),
      keys: [
        ['Ctrl Z', say('Undo')],
        ['Ctrl Shift Z', say('Redo')],
      ],
    },
  ]
  return (
    <Dialog title={say('Keys')} isOpen onClose={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title} className={css.group}>
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
