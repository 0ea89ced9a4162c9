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
      { button: /^Project /, entry: 'New organization', first: 'Name' },
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
      { button: 'Add pictures', first: 'Search names, texts and tags' },
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

/** Selects dialogs. The popover of a menu, a `div`, has that role, too, and may still be there when a dialog of its entry comes. */
export const anyDialog = 'section:is([role="dialog"], [role="alertdialog"])'

export const dialogOf = (page: Page): Locator =>
  page.locator(anyDialog).locator('visible=true').first()

export async function open(page: Page, { button, entry }: Omit<Opening, 'first'>): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  if (entry !== undefined) await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await dialogOf(page).waitFor()
}

export async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('[role="dialog"], [role="alertdialog"]').first().waitFor({ state: 'detached' })
}

const press = (key: string) => (page: Page) => page.keyboard.press(key)

/** A picture of the library has the focus. */
const focusPicture = (page: Page) => page.getByRole('gridcell').first().focus()

async function select(page: Page): Promise<void> {
  await focusPicture(page)
  await page.keyboard.press('Control+a')
}

const pressButton = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

const picture = { name: 'Harbour.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }

/** Dialogs that no button opens by itself, by the name of the page and what opens them one after the other. */
export const moreDialogs: readonly {
  at: string
  name: string
  /** In a window of this width. */
  width?: number
  steps: readonly ((page: Page) => Promise<unknown>)[]
}[] = [
  { at: 'library', name: 'keys', steps: [press('?')] },
  { at: 'library', name: 'folders', width: 390, steps: [pressButton('Folders')] },
  { at: 'library', name: 'quick look', steps: [focusPicture, press('Space')] },
  { at: 'library', name: 'delete', steps: [select, press('Delete')] },
  { at: 'library', name: 'tags', steps: [select, pressButton('Tag')] },
  { at: 'library', name: 'alt text', steps: [select, pressButton('Alt text')] },
  { at: 'library', name: 'new widget', steps: [select, pressButton('New widget from these')] },
  {
    at: 'library',
    name: 'uploads',
    steps: [
      (page) => page.getByLabel('Pictures to upload').first().setInputFiles([picture]),
      pressButton(/^Uploads/),
    ],
  },
  {
    at: 'details',
    name: 'replace the file',
    steps: [(page) => page.getByLabel('The new file').setInputFiles([picture])],
  },
  { at: 'account', name: 'end a session', steps: [pressButton(/^End /)] },
  { at: 'account', name: 'verify the address', steps: [pressButton(/^Verify/)] },
  { at: 'history', name: 'restore', steps: [pressButton(/^Restore/)] },
]
