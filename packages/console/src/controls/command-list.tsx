import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { Menu } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { t } from '../words/words.ts'
import css from './command-list.module.css'
import { Icon, type IconName } from './icon.tsx'
import { matches } from './matches.ts'
import { MenuItem } from './menu-parts.tsx'

export type Command = { id: string; label: string; hint?: string; icon: IconName; run(): void }

type Props = { label: string; commands: readonly Command[]; isOpen: boolean; onClose(): void }

export const CommandList = ({ label, commands, isOpen, onClose }: Props) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={(open) => open || onClose()}
    isDismissable
    className={css.overlay ?? ''}
  >
    <Modal className={`${css.modal} card`}>
      <Dialog aria-label={label} className={css.dialog ?? ''}>
        <Autocomplete filter={matches}>
          <SearchField aria-label={label} autoFocus className={`${css.search} row-3`}>
            <Icon name="search" />
            <Input placeholder={label} className={`${css.input} fill`} />
          </SearchField>
          <Menu
            aria-label={label}
            items={commands}
            className={css.list ?? ''}
            renderEmptyState={() => <p className={css.none}>{t('Nothing has this name.')}</p>}
          >
            {({ id, label: name, hint, icon, run }) => (
              <MenuItem
                id={id}
                label={name}
                icon={icon}
                {...(hint && { hint })}
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
