import { useState } from 'react'
import { Button, IconButton } from '../../../src/controls/button.tsx'
import { CommandList } from '../../../src/controls/command-list.tsx'
import { matches } from '../../../src/controls/matches.ts'
import { Menu, MenuItem, MenuLine, MenuSection } from '../../../src/controls/menu.tsx'
import { Heard } from './heard.tsx'

const more = <IconButton icon="more" label="More about Coast" />

export const menu = (
  <Heard>
    {(hear) => (
      <>
        <Menu label="Coast" trigger={more}>
          <MenuItem label="Rename" icon="edit" onAction={() => hear('renamed')} />
          <MenuItem label="Copy address" hint="Of the original" onAction={() => hear('copied')} />
          <MenuLine />
          <MenuItem label="Delete" icon="trash" isDanger onAction={() => hear('deleted')} />
        </Menu>
        <Button onPress={() => hear('pressed')}>Beside it</Button>
      </>
    )}
  </Heard>
)

const projects = ['Archive', 'Biennale', 'Collection', 'Depot', 'Exhibitions', 'Ære', 'Ænima']

export const searchedMenu = (
  <Heard>
    {(hear) => (
      <Menu label="Projects" trigger={<Button>Project</Button>} search="Find a project">
        <MenuSection label="Kunsthalle">
          {projects.map((name) => (
            <MenuItem
              key={name}
              label={name}
              isCurrent={name === 'Depot'}
              onAction={() => hear(name)}
            />
          ))}
        </MenuSection>
        <MenuLine />
        <MenuItem label="All projects" icon="archive" onAction={() => hear('all')} />
      </Menu>
    )}
  </Heard>
)

export const longMenu = (
  <Menu label="Long names" trigger={<Button>Long</Button>}>
    {['x'.repeat(200), 'y'.repeat(200)].map((name) => (
      <MenuItem key={name} label={name} hint={name} />
    ))}
  </Menu>
)

function Palette({ hear }: { hear(words: string): void }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const command = (id: string, label: string, hint?: string) => ({
    id,
    label,
    icon: 'folder' as const,
    ...(hint !== undefined && { hint }),
    run: () => hear(id),
  })
  const commands = [
    command('library', 'Library'),
    command('audit', 'Audit log'),
    command('biennale', 'Biennale', 'Kunsthalle'),
    command('sign-out', 'Sign out'),
  ]
  return (
    <>
      <Button onPress={() => setOpen(true)}>Go to …</Button>
      {isOpen ? (
        <CommandList
          label="Go to a page, or do something"
          text={text}
          onType={setText}
          commands={commands.filter(({ label }) => matches(label, text))}
          none="Nothing has this name."
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

export const palette = <Heard>{(hear) => <Palette hear={hear} />}</Heard>
