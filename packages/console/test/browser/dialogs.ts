import type { Locator, Page } from 'playwright-core'

/** What opens a dialog: buttons by their names, then perhaps an entry of the menu that came. */
type Opening = { button: string | RegExp; entry?: string }

/** The dialogs of each place, by its name in `pages.ts`. Those that follow a change are in the suites of their pages. */
export const dialogs: ReadonlyMap<string, readonly Opening[]> = new Map(
  Object.entries({
    projects: [{ button: 'New project' }, { button: 'New organization' }, { button: /^Go to/ }],
    account: [{ button: 'New token' }, { button: /^Delete .*account/ }],
    library: [
      { button: 'New folder' },
      { button: 'More about Coast', entry: 'Rename or move' },
      { button: 'More about Coast', entry: 'Delete' },
    ],
    details: [{ button: 'Rename' }],
    widgets: [
      { button: 'New widget' },
      { button: 'More about The draft', entry: 'Publish …' },
      { button: 'More about The live', entry: 'Unpublish …' },
      { button: 'More about The draft', entry: 'Delete …' },
    ],
    editor: [
      { button: 'Add pictures' },
      { button: 'Publish' },
      { button: /problems?$/ },
      { button: 'Actions for Harbour', entry: 'Texts and link …' },
      { button: 'Actions for Harbour', entry: 'Move to position …' },
    ],
    keys: [
      { button: 'New key' },
      { button: 'More about Shop', entry: 'Change …' },
      { button: 'More about Shop', entry: 'Rotate …' },
      { button: 'More about Shop', entry: 'Revoke …' },
    ],
    members: [
      { button: 'Invite' },
      { button: /^Withdraw the invitation of / },
      { button: 'Actions for Ada Curator', entry: 'Change role …' },
      { button: 'Actions for Ada Curator', entry: 'Leave …' },
    ],
    'project-settings': [
      { button: 'New preset' },
      { button: 'Edit the preset card' },
      { button: 'Delete the preset card' },
      { button: /^Revoke / },
      { button: 'Delete project' },
    ],
    organization: [{ button: 'Delete organization' }],
  }),
)

export const dialogOf = (page: Page): Locator =>
  page.locator('[role="dialog"], [role="alertdialog"]').locator('visible=true').first()

export async function open(page: Page, { button, entry }: Opening): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  if (entry !== undefined) await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await dialogOf(page).waitFor()
}

export async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('[role="dialog"], [role="alertdialog"]').first().waitFor({ state: 'detached' })
}
