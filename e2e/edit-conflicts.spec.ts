import type { Locator, Page } from '@playwright/test'
import { add, isAccessible } from './client-data.ts'
import { expect, expectRefusals, signIn, test } from './fixtures.ts'

type Edited = {
  /** Address of the form, and how to open it there. */
  to: string
  open: (page: Page) => Promise<Locator>
  save: string
  saved: string
  /** A field that both change, and one that only the other person changes. */
  both: RegExp
  theirsOnly: RegExp
}

/** Two tabs start from the same state; the other one saves first. */
async function meet(page: Page, edited: Edited): Promise<Locator> {
  const other = await page.context().newPage()
  await page.goto(edited.to)
  await other.goto(edited.to)
  const mine = await edited.open(page)
  const theirs = await edited.open(other)
  await theirs.getByLabel(edited.both).fill('Their words')
  await theirs.getByLabel(edited.theirsOnly).fill('Only theirs')
  await theirs.getByRole('button', { name: edited.save }).click()
  await expect(other.getByText(edited.saved).first()).toBeVisible()
  await other.close()

  await mine.getByLabel(edited.both).fill('My words')
  await mine.getByRole('button', { name: edited.save }).click()
  const panel = mine.getByRole('region', { name: 'Conflicting changes' })
  await expect(panel).toBeFocused()
  await expect(panel).toContainText(/^You saved changes to this client at \d+:\d\d [AP]M/)
  await expect(panel.getByRole('group')).toHaveCount(1)
  await expect(panel).toContainText('Their words')
  await expect(panel).toContainText('My words')
  await expect(mine.getByLabel(edited.both)).toHaveValue('My words')
  await expect(mine.getByLabel(edited.theirsOnly)).toHaveValue('Only theirs')
  const choice = panel.getByRole('group', { name: edited.both })
  await expect(choice.getByLabel('Keep Mine')).toBeChecked()
  await choice.getByLabel('Use Theirs').check()
  await expect(mine.getByLabel(edited.both)).toHaveValue('Their words')
  await choice.getByLabel('Keep Mine').check()
  await expect(mine.getByLabel(edited.both)).toHaveValue('My words')
  return mine
}

async function saveAgain(page: Page, form: Locator, { save, saved }: Edited): Promise<void> {
  await form.getByRole('button', { name: save }).click()
  await expect(page.getByText(saved).first()).toBeVisible()
}

test('the second to save a client chooses between both versions', async ({ page, quiet }) => {
  await signIn(page)
  const { id } = await add(page, '', { name: 'Ruta Kalnina', email: 'ruta@kalnina.example' })
  const edited: Edited = {
    to: `/admin/clients/${id}`,
    async open(of) {
      await of.getByRole('button', { name: 'Edit Client' }).click()
      return of.getByRole('region', { name: 'Edit client' })
    },
    save: 'Save',
    saved: 'Client updated successfully',
    both: /^Company/,
    theirsOnly: /^Notes/,
  }
  const form = await meet(page, edited)
  await isAccessible(page)
  await saveAgain(page, form, edited)
  const card = page.getByRole('region', { name: 'Client information' })
  await expect(card).toContainText('My words')
  await expect(card).toContainText('Only theirs')
  expectRefusals(quiet, 409)
})
