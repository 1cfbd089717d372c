import { mergeTests, type Page } from '@playwright/test'
import { Client } from 'pg'
import { findOwnServer } from '#server/own-postgres/server.ts'
import type { RunningProduct } from '#test/harness/product.ts'
import { bookCall, test as bookingTest, dayAfter, heading, timeOf, timesOf } from './booking.ts'
import {
  test as chatTest,
  composerOf,
  logOf,
  panelOf,
  sendMessage,
  takeChat,
  wireOf,
} from './chat.ts'
import { dialogOf, received } from './consultation-dialog.ts'
import { expect, expectRefusals, takenOver } from './fixtures.ts'
import { expectTranslated, takeOverTranslated, translate } from './translator.ts'

const test = mergeTests(chatTest, bookingTest)

test.use({ stirs: false, actionTimeout: 10_000 })

const button = (page: Page, name: string) => page.getByRole('button', { name }).first()

/** Loads a page and has it translated, before or after its client code has loaded. */
async function visit(page: Page, path: string, isEarly: boolean, type = async () => {}) {
  const tag = isEarly ? ('font' as const) : ('span' as const)
  const gate = Promise.withResolvers<void>()
  if (isEarly) {
    await page.route('**/assets/*.js', async (route) => {
      await gate.promise
      await route.continue()
    })
  }
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  if (isEarly) {
    await page.evaluate(translate, tag)
    await type()
  } else await page.mouse.move(9, 9)
  gate.resolve()
  await page.mouse.move(5, 5)
  await takenOver(page)
  if (!isEarly) {
    await page.evaluate(translate, tag)
    await type()
  }
  await page.unroute('**/assets/*.js')
  await expectTranslated(page)
}

async function writeRequest(page: Page): Promise<string> {
  // The message is random, because an equal one would count as the same request.
  const message = crypto.randomUUID()
  const data = { name: 'Ada', email: 'ada@n.example', message, service: 'other' }
  const request = await page.request.post('/api/contact', { data })
  const { requestUrl } = (await request.json()) as { requestUrl: string }
  return new URL(requestUrl).pathname
}

/** Makes every reply overdue by an hour. */
async function makeOverdue({ dataDir }: RunningProduct): Promise<void> {
  const client = new Client({ connectionString: findOwnServer(dataDir) })
  await client.connect()
  await client.query(`update reply_deadlines set due_at = now() - interval '1 hour'`)
  await client.end()
}

test('every kind of public page stays whole, and keeps what was typed into it', async ({
  page,
  baseURL,
  quiet,
}) => {
  const paths = [
    '/services/data-analysis',
    '/consultation',
    '/notes',
    '/services/nothing',
    `/book/consultation?zone=UTC&from=${dayAfter(9)}`,
    (await bookCall(page, baseURL ?? '', 8)).path,
    await writeRequest(page),
  ]
  for (const [at, path] of paths.entries()) {
    const isEarly = at % 2 === 0
    const field = page.locator('main input:not([type]), main input[type=text], main textarea')
    await visit(page, path, isEarly, async () => {
      if (await field.first().isVisible()) await field.first().fill('Typed early')
    })
    if (await field.first().isVisible()) await expect(field.first()).toHaveValue('Typed early')
    // On the other pages, links load a new document.
    if (at > 1) continue
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect(page).toHaveTitle(/Privacy/)
    await expectTranslated(page)
    await page.goBack()
    await expect(page).toHaveURL(path)
    await expectTranslated(page)
  }
  expectRefusals(quiet, 404)
})

test('a click on Chat before the client code opens the translated chat, where a message can be left', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-11-23T20:00:00Z') })
  await visit(page, '/services/data-analysis', true, () =>
    page.getByRole('banner').getByRole('button', { name: 'Chat' }).click(),
  )
  const panel = panelOf(page)
  await page.evaluate(translate, 'font' as const)
  await panel.getByLabel('Name').fill('Lea Long')
  await panel.getByLabel('Email').fill('lea@n.example')
  await expectTranslated(page)
  await button(page, 'Start Chat').click()
  await expect(panel.getByText('Waiting for an agent to join...')).toBeVisible()
  await page.clock.fastForward('01:31')
  await panel.getByRole('button', { name: 'Leave a Message Instead' }).click()
  await panel.getByLabel('Message').fill('Please call me.')
  await expectTranslated(page)
  await panel.getByRole('button', { name: 'Leave Message' }).click()
  await expect(panel.getByText('Message received')).toBeVisible()
  await panel.getByRole('button', { name: 'Back to the Chat' }).click()
  await expectTranslated(page)
  await button(page, 'End chat and close').click()
  await expect(panel).toBeHidden()
})

test('translated before hydration, both forms go through, and nothing typed is lost', async ({
  page,
}) => {
  const message = page.getByLabel(/^Message/).first()
  await visit(page, '/', true, async () => {
    await page.getByLabel(/^Name/).first().fill('Ada')
    await page.getByLabel(/^Service/).selectOption('other')
    await page.locator('summary').last().click()
    await button(page, 'theme').click()
    await message.fill('Four thousand slips')
    await message.press('ArrowLeft')
  })
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.locator('details').last()).toHaveAttribute('open')
  await expect(message).toBeFocused()
  await page.keyboard.type('!')
  await expect(message).toHaveValue('Four thousand slip!s')
  await expect(page.getByLabel(/^Name/).first()).toHaveValue('Ada')
  await expect(page.getByLabel(/^Service/)).toHaveValue('other')
  await button(page, 'Send Message').click()
  const email = page.getByLabel(/^Email/).first()
  await expect(email).toHaveAccessibleDescription(/Enter your email address\.·/)
  await email.fill('ada')
  await button(page, 'Send Message').click()
  await expect(email).toHaveAccessibleDescription(/complete email address/)
  await expectTranslated(page)
  await email.fill('ada@n.example')
  await button(page, 'Send Message').click()
  await expect(page.getByText('Your message has arrived')).toBeVisible()
  await expectTranslated(page)
  await button(page, 'Send Another Message').click()
  await expect(message).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: 'Consultation' }).click()
  const dialog = dialogOf(page)
  await button(page, 'Send Request').click()
  await expect(dialog.getByText('Describe the project.').first()).toBeVisible()
  await expectTranslated(page)
  const answers = { Name: 'Ada', Email: 'ada@n.example', Company: 'Northfold' }
  for (const [label, answer] of Object.entries(answers)) {
    await dialog.getByLabel(new RegExp(`^${label}`)).fill(answer)
  }
  await dialog.getByLabel(/^Project description/).fill('Four thousand slips')
  await dialog
    .getByLabel(/^Phone/)
    .first()
    .fill('+49 30 1')
  await dialog.getByLabel(/^Job title/).fill('Clerk')
  await page.keyboard.press('Escape')
  await button(page, 'Keep Editing').click()
  await dialog.getByLabel('High').check()
  await expectTranslated(page)
  await button(page, 'Send Request').click()
  await expect(received(page).getByRole('link', { name: /Choose a Time/ })).toBeVisible()
  await expectTranslated(page)
  await received(page).getByRole('button', { name: 'Close' }).first().click()
})

test('translated after hydration, a chat goes through, and nothing typed is lost', async ({
  page,
  agent,
}) => {
  const wire = await wireOf(page)
  await visit(page, '/legal/privacy', false)
  await page.getByRole('banner').getByRole('button', { name: 'Chat' }).click()
  const panel = panelOf(page)
  await panel.getByLabel('Name').fill('')
  await panel.getByLabel('Name').fill('Kit Reed')
  await panel.getByLabel('Email').fill('k')
  await button(page, 'Start Chat').click()
  await expect(panel.getByText('complete email address')).toBeVisible()
  await panel.getByLabel('Email').fill('kit@n.example')
  await expectTranslated(page)
  await button(page, 'Start Chat').click()
  await expect(panel.getByText('Waiting for an agent to join...')).toBeVisible()
  await sendMessage(page, 'Anybody there?')
  await wire.cut()
  await expect(panel.getByText('Disconnected. Reconnecting…').first()).toBeVisible()
  await expect(panel.getByText('You can write again once the connection is back.')).toBeVisible()
  await expectTranslated(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(panel.getByText(/Disconnected|once the connection is back/)).toHaveCount(0)
  await expectTranslated(page)
  await agent.evaluate(translate, 'font' as const)
  await takeChat(agent, 'Kit Reed')
  await composerOf(agent).pressSequentially('Yes')
  await expect(panel.getByText('is typing').first()).toBeVisible()
  await composerOf(agent).press('Enter')
  await expect(logOf(page).getByText('Yes·')).toBeVisible()
  await expect(panel.getByText('Waiting for an agent to join...')).toHaveCount(0)
  await sendMessage(page, 'Thank you')
  await expect(logOf(agent).getByText('Thank you·')).toBeVisible()
  await button(page, 'Chat options').click()
  await button(page, 'Sound').click()
  await button(page, 'Sound').click()
  await expectTranslated(page)
  await agent.getByRole('button', { name: 'End Chat' }).click()
  await expect(agent.getByText('Ending…').first()).toBeVisible()
  // Leaving the console ends the chat at once, without the 5 s for Undo.
  await agent.goto('about:blank')
  await expect(panel.getByText('This chat session has ended.')).toBeVisible()
  await expectTranslated(page)
  await button(page, 'Start New Chat').click()
  await button(page, 'End chat and close').click()
  await expect(panel).toBeHidden()
})

test('translated after hydration, a call is booked, moved and cancelled, and a request is followed', async ({
  page,
  product,
  quiet,
}) => {
  await page.clock.install()
  await page.addInitScript(translate, 'span' as const)
  await page.goto(timesOf(11))
  await takeOverTranslated(page)
  await page.getByText('Change').click()
  await page.getByLabel('City or offset').fill('Tokyo')
  await button(page, 'Tokyo').click()
  await expect(page.getByText('Times for Tokyo')).toBeVisible()
  await expectTranslated(page)
  await timeOf(page, '10:00 AM').click()
  const status = page.getByRole('status').first()
  await expect(status).toContainText('Kept for you until')
  await takeOverTranslated(page)
  await page.getByLabel('Name').fill('Ada')
  await page.clock.fastForward('04:05')
  await expect(status).toHaveText('One minute left.·')
  await button(page, 'Keep This Time').click()
  await page.clock.fastForward('05:30')
  await expect(status).toHaveText(/^No longer kept for you\./)
  await expectTranslated(page)
  await button(page, 'Confirm the Call').click()
  await expect(page.getByText('Enter your email address.').first()).toBeVisible()
  await takeOverTranslated(page)
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
  await page.getByLabel('Email').fill('kit@n.example')
  await button(page, 'Confirm the Call').click()
  await expect(heading(page)).toHaveText('Your call is booked·')
  await takeOverTranslated(page)
  await page.getByRole('link', { name: 'Move' }).click()
  await expect(heading(page)).toHaveText('Move your call·')
  await takeOverTranslated(page)
  await timeOf(page, '4:00 PM').click()
  await expect(heading(page)).toHaveText('Your call is moved·')
  await takeOverTranslated(page)
  await page.getByText('Cancel the Call').first().click()
  await button(page, 'Yes, Cancel the Call').click()
  await expect(heading(page)).toHaveText('Your call is cancelled·')

  await page.goto(await writeRequest(page))
  await takeOverTranslated(page)
  await makeOverdue(product)
  await page.reload()
  await takeOverTranslated(page)
  await button(page, 'Remind Us').click()
  await expect(page.getByText('and you reminded us.')).toBeVisible()
  await expect(page.getByText('You reminded us').first()).toBeVisible()
  await takeOverTranslated(page)
  await expect(page.getByRole('button', { name: 'Remind Us' })).toHaveCount(0)
  const add = button(page, 'Add a Detail')
  await add.click()
  await expect(page.getByText('Write what you want to add.')).toBeVisible()
  await takeOverTranslated(page)
  await page.getByLabel('What should we know?').fill('Half of them')
  await add.click()
  await expect(page.getByText('The detail you added')).toBeVisible()
  await takeOverTranslated(page)
  await page.getByText('This Was Not Me').first().click()
  await button(page, 'This Was Not Me').click()
  await expect(page.getByText('You said that this was not you.')).toBeVisible()
  await page.getByText('Withdraw this request').click()
  await button(page, 'Yes, Withdraw It').click()
  await expect(page.getByText('You withdrew this request.')).toBeVisible()
  await takeOverTranslated(page)
  expectRefusals(quiet, 400)
})
