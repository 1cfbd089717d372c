import { pdf } from '../test/sample-files.ts'
import type { Walk } from './actions.ts'
import { add } from './client-data.ts'
import { expect, signIn } from './fixtures.ts'
import { arrive, askForConsultation } from './leads.ts'

export const recordWalks: Record<string, Walk> = {
  clients: {
    calls: ['clients.create', 'clients.update', 'clients.remove'],
    async walk(page, once) {
      await signIn(page, '/admin/clients')
      await page.getByRole('button', { name: 'Add Client' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add Client' })
      await dialog.getByLabel(/^Name/).fill('Ada Twice')
      await dialog.getByLabel(/^Email/).fill('ada@twice.example')
      await once(
        'clients.create',
        dialog.getByRole('button', { name: 'Add Client' }),
        'Client created successfully',
      )
      await page.getByRole('link', { name: 'Ada Twice', exact: true }).click()
      await page.getByRole('button', { name: 'Edit Client' }).click()
      await page.getByLabel(/^Company/).fill('Northfold')
      await once(
        'clients.update',
        page.getByRole('button', { name: 'Save' }),
        'Client updated successfully',
      )
      await page.getByRole('link', { name: 'Back' }).click()
      await page.getByRole('button', { name: 'More for Ada Twice' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await once(
        'clients.remove',
        page.getByRole('button', { name: 'Delete Ada Twice' }),
        'Client deleted successfully',
      )
      await expect(page.getByText('Ada Twice', { exact: true })).toHaveCount(0)
    },
  },
  projects: {
    calls: ['projects.create', 'projects.update', 'projects.remove'],
    async walk(page, once) {
      await signIn(page)
      const { id } = await add(page, '', { name: 'Ben Twice', email: 'ben@twice.example' })
      await page.goto(`/admin/clients/${id}?tab=projects`)
      await page.getByRole('button', { name: 'Add Project' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(/^Title/).fill('Invoices')
      await once(
        'projects.create',
        dialog.getByRole('button', { name: 'Create Project' }),
        'Project created successfully',
      )
      await page.getByRole('button', { name: 'Edit Invoices' }).click()
      await dialog.getByLabel(/^Progress/).fill('40')
      await once(
        'projects.update',
        dialog.getByRole('button', { name: /^(Save|Update)/ }),
        'Project updated successfully',
      )
      await page.getByRole('button', { name: 'Delete Invoices' }).click()
      await once(
        'projects.remove',
        page.getByRole('alertdialog').getByRole('button', { name: 'Delete Invoices' }),
        'Project deleted successfully',
      )
    },
  },
  notes: {
    calls: ['notes.create', 'notes.remove', 'notes.restore'],
    async walk(page, once) {
      await signIn(page)
      const { id } = await add(page, '', { name: 'Cem Twice', email: 'cem@twice.example' })
      const project = await add(page, `/${id}/projects`, { title: 'Invoices' })
      await page.goto(`/admin/clients/${id}?tab=projects&project=${project.id}&view=notes`)
      await page.getByLabel(/^Add a note/).fill('Once is enough')
      await once(
        'notes.create',
        page.getByRole('button', { name: 'Add Note' }),
        'Note added successfully',
      )
      await once(
        'notes.remove',
        page.getByRole('button', { name: 'Delete note: Once is enough' }),
        'Note deleted successfully',
      )
      await once(
        'notes.restore',
        page.getByRole('button', { name: 'Undo deletion' }),
        'Note restored',
      )
      await expect(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1)
    },
  },
  documents: {
    calls: ['documents.remove', 'documents.restore'],
    async walk(page, once) {
      await signIn(page)
      const { id } = await add(page, '', { name: 'Dov Twice', email: 'dov@twice.example' })
      const project = await add(page, `/${id}/projects`, { title: 'Invoices' })
      await page.goto(`/admin/clients/${id}?tab=projects&project=${project.id}&view=documents`)
      const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf }
      const sent = page.waitForRequest('**/documents/upload')
      await page.locator('input[type=file]').setInputFiles(file)
      expect((await sent).headers()['idempotency-key']).toBeTruthy()
      await once(
        'documents.remove',
        page.getByRole('button', { name: 'Delete plan.pdf' }),
        'Document deleted successfully',
      )
      await once(
        'documents.restore',
        page.getByRole('button', { name: 'Undo deletion' }),
        'Document restored',
      )
    },
  },
  leads: {
    calls: ['conversions.convert', 'inquiries.release'],
    async walk(page, once) {
      await arrive(page, {
        name: 'Eda Twice',
        email: 'eda@twice.example',
        service: 'data-analysis',
      })
      await askForConsultation(page, { name: 'Finn Twice', email: 'finn@twice.example' })
      await arrive(page, { name: 'Gil Twice', website: 'http://x', filledInMs: 40 })
      await signIn(page, '/admin?tab=inquiries')
      const convert = page.getByRole('button', { name: /^Convert to Client/ })
      for (const [name, kind, path] of [
        ['Eda Twice', 'Inquiry', '/admin?tab=inquiries'],
        ['Finn Twice', 'Consultation', '/admin/consultations'],
      ] as const) {
        await page.goto(path)
        const row = page.getByRole('row', { name: new RegExp(name) })
        await row.getByRole('button', { name: /^Convert to Client/ }).click()
        await once(
          'conversions.convert',
          page.getByRole('dialog').getByRole('button', { name: 'Convert to Client' }),
          `${kind} converted to client successfully`,
        )
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await expect(convert).toHaveCount(0)
      await page.goto('/admin?tab=inquiries')
      await page.getByRole('link', { name: /Spam/ }).click()
      await once(
        'inquiries.release',
        page.getByRole('button', { name: 'Not spam' }),
        'Moved to the inbox',
      )
    },
  },
  'import and erasure': {
    calls: ['dataExchange.importClients', 'dataExchange.findPerson', 'dataExchange.erasePerson'],
    async walk(page, once) {
      await signIn(page, '/admin/clients')
      const menu = page.getByRole('button', { name: 'Import and export' })
      await menu.click()
      await page.getByRole('menuitem', { name: 'Import clients (CSV)' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=file]').setInputFiles({
        name: 'old.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('name,email\nZoe Twice,zoe@twice.example\n'),
      })
      await once(
        'dataExchange.importClients',
        dialog.getByRole('button', { name: 'Add 1 client' }),
        '1 client imported',
      )
      // By keyboard: a toast lies over it for five seconds.
      await menu.press('Enter')
      await page.getByRole('menuitem', { name: "Erase a person's data" }).click()
      await dialog.getByLabel('E-mail address').fill('zoe@twice.example')
      const erase = dialog.getByRole('button', { name: 'Erase for good' })
      await once(
        'dataExchange.findPerson',
        dialog.getByRole('button', { name: 'Show what is kept' }),
        erase,
      )
      await dialog.getByLabel('Type the address again to confirm').fill('zoe@twice.example')
      await once('dataExchange.erasePerson', erase, 'Personal data erased')
    },
  },
}
