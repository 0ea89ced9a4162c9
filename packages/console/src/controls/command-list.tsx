import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { Menu } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import css from './command-list.module.css'
import { Icon, type IconName } from './icon.tsx'
import { MenuItem } from './menu-parts.tsx'

export type Command = {
  id: string
  label: string
  hint?: string
  keys?: string
  icon: IconName
  run(): void
}

type Props = {
  label: string
  text: string
  onType(text: string): void
  /** Those for the text, the best first. */
  commands: readonly Command[]
  /** In place of the commands if there are none. */
  none: string
  onClose(): void
}

export const CommandList = ({ label, text, onType, commands, none, onClose }: Props) => (
  <ModalOverlay
    isOpen
    onOpenChange={(open) => open || onClose()}
    isDismissable
    className={css.overlay ?? ''}
  >
    <Modal className={`${css.modal} card`}>
      <Dialog aria-label={label} className={css.dialog ?? ''}>
        <Autocomplete inputValue={text} onInputChange={onType}>
          <SearchField aria-label={label} autoFocus className={`${css.search} row-3`}>
            <Icon name="search" />
            <Input placeholder={label} className={`${css.input} fill`} />
          </SearchField>
          <Menu
            // Enter takes the best one, also if it comes later than others.
            key={commands[0]?.id}
            autoFocus={text === '' ? false : 'first'}
            aria-label={label}
            items={commands}
            className={css.list ?? ''}
            renderEmptyState={() => <p className={css.none}>{none}</p>}
          >
            {({ id, label: name, hint, keys, icon, run }) => (
              <MenuItem
                id={id}
                label={name}
                icon={icon}
                {...(hint && { hint })}
                {...(keys && { keys })}
                onAction={() => {
                  onClose()
                  run()
                }}
              />
            )}
          </Menu>
        </Autocomplete>
      </Dialog>
    </Modal>
  </ModalOverlay>
)
