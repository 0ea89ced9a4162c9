import type { Locator, Page } from 'playwright-core'

/** What opens a dialog: buttons by their names, then perhaps an entry of the menu that came. */
export type Opening = {
  button: string | RegExp
  entry?: string
  /** The control where the focus starts. */
  first: string | RegExp
}

/** The dialogs of each place, by its name in `pages.ts`. Those that follow a change are in the suites of their pages. */
export const dialogs: ReadonlyMap<string, readonly Opening[]> = new Map(
  Object.entries({
    projects: [
      { button: 'New project', first: 'Name' },
      { button: 'New organization', first: 'Name' },
      { button: /^Go to/, first: /Go to/ },
    ],
    account: [
      { button: 'New token', first: 'Name' },
      { button: /^Delete .*account/, first: 'Password' },
    ],
    library: [
      { button: 'New folder', first: 'Name' },
      { button: 'More about Coast', entry: 'Rename or move', first: 'Name' },
      { button: 'More about Coast', entry: 'Delete', first: 'Cancel' },
    ],
    details: [{ button: 'Rename', first: 'File name' }],
    widgets: [
      { button: 'New widget', first: 'Name' },
      { button: 'More about The draft', entry: 'Publish …', first: 'Cancel' },
      { button: 'More about The live', entry: 'Unpublish …', first: 'Cancel' },
      { button: 'More about The draft', entry: 'Delete …', first: 'Cancel' },
    ],
    editor: [
      { button: 'Add pictures', first: 'Search the library' },
      { button: 'Publish', first: 'Cancel' },
      { button: /problems?$/, first: 'Show' },
      { button: 'Actions for Harbour', entry: 'Texts and link …', first: 'Caption' },
      { button: 'Actions for Harbour', entry: 'Move to position …', first: 'Position' },
    ],
    keys: [
      { button: 'New key', first: 'Name' },
      { button: 'More about Shop', entry: 'Change …', first: 'Name' },
      { button: 'More about Shop', entry: 'Rotate …', first: /^In \d+ days?$/ },
      { button: 'More about Shop', entry: 'Revoke …', first: 'Cancel' },
    ],
    members: [
      { button: 'Invite', first: 'E-mail' },
      { button: /^Withdraw the invitation of /, first: 'Cancel' },
      { button: 'Actions for Ada Curator', entry: 'Change role …', first: 'Owner' },
      { button: 'Actions for Ada Curator', entry: 'Leave …', first: 'Cancel' },
    ],
    'project-settings': [
      { button: 'New preset', first: 'Name' },
      { button: 'Edit the preset card', first: 'Width, px' },
      { button: 'Delete the preset card', first: 'Cancel' },
      { button: /^Revoke /, first: 'Cancel' },
      { button: 'Delete project', first: /^Type / },
    ],
    organization: [{ button: 'Delete organization', first: /^Type / }],
  }),
)

export const dialogOf = (page: Page): Locator =>
  page.locator('[role="dialog"], [role="alertdialog"]').locator('visible=true').first()

export async function open(page: Page, { button, entry }: Omit<Opening, 'first'>): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  if (entry !== undefined) await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await dialogOf(page).waitFor()
}

export async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('[role="dialog"], [role="alertdialog"]').first().waitFor({ state: 'detached' })
}
