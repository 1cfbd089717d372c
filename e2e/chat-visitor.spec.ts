import { readFile } from 'node:fs/promises'
import { ownerPassword } from '#test/harness/product.ts'
import { bubbleOf, composerOf, panelOf, sendMessage, startChat, test, wireOf } from './chat.ts'
import { dialogOf } from './consultation-dialog.ts'
import { expect, expectAccessible, expectEach, expectRefusals, withOwnProduct } from './fixtures.ts'

const soon =
  'Live chat will be available soon! Our team will respond within minutes during business hours.'

test.setTimeout(120_000)

// On a shared product an agent would count as present for 5 s after the previous test.
test.use(withOwnProduct)

test('a visitor alone: opens, is remembered, waits, leaves a message, ends', async ({
  page,
  request,
  baseURL,
  quiet,
}) => {
  const wire = await wireOf(page)
  // The time is Monday noon in the Pacific zone.
  await page.clock.install({ time: new Date('2026-11-23T20:00:00Z') })
  await page.goto('/')
  const panel = panelOf(page)
  const start = panel.getByRole('button', { name: 'Start Chat' })

  await bubbleOf(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel).toHaveAccessibleName('Chat with us')
  await expect(panel.getByLabel('Name')).toBeFocused()
  await expect(start).toBeDisabled()
  await expect(start).toHaveAccessibleDescription(/^Enter your name and email to start/)
  await expect(panel.getByText(soon)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bubbleOf(page)).toBeFocused()

  await page.getByRole('banner').getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(panel.getByText(soon, { exact: true })).toBeVisible()
  await panel.getByLabel('Name').fill('Ada Okafor')
  await expect(start).toBeDisabled()
  await panel.getByLabel('Email').fill('ada@northfold')
  await start.click()
  await expect(panel.getByLabel('Email')).toHaveAccessibleDescription(/complete email address/)
  await panel.getByLabel('Email').fill('ada@northfold.example')

  await panel.getByRole('button', { name: 'Minimize chat' }).click()
  await page.getByRole('button', { name: 'Consultation' }).click()
  await expect(dialogOf(page).getByLabel(/^Name/)).toHaveValue('Ada Okafor')
  await expect(dialogOf(page).getByLabel(/^Email/)).toHaveValue('ada@northfold.example')
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()

  await bubbleOf(page).click()
  await start.click()
  await expect(panel.getByText('Waiting for an agent to join...')).toBeVisible()
  await expect(panel.getByText('Please wait while we connect you with an agent...')).toBeVisible()
  await expect(composerOf(page)).toBeFocused()
  expect(wire.sent.find(({ type }) => type === 'visitor_join')).toMatchObject({
    visitorInfo: {
      name: 'Ada Okafor',
      email: 'ada@northfold.example',
      currentPage: `${baseURL}/`,
      userAgent: expect.stringContaining('Mozilla'),
      referrer: '',
    },
  })
  await page.keyboard.press('Enter')
  await sendMessage(page, 'Do you read scanned slips?')
  await expect(panel.getByRole('img', { name: 'Sent' })).toBeVisible()
  await expectAccessible(page, '.chat-panel')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await bubbleOf(page).click()
  const offer = panel.getByRole('button', { name: 'Leave a Message Instead' })
  await expect(offer).toHaveCount(0)
  await page.clock.fastForward('01:31')
  await expect(panel.getByText(/9:00 AM to 6:00 PM Pacific \(.* your time\)/)).toBeVisible()
  await offer.click()
  await expect(panel.getByRole('heading', { name: 'Leave a message' })).toBeFocused()
  await panel.getByRole('button', { name: 'Leave Message' }).click()
  await expect(panel.getByLabel('Message')).toBeFocused()
  await panel.getByLabel('Message').fill('Please call me.')
  await panel.getByRole('button', { name: 'Back to the Chat' }).click()
  await offer.click()
  await expect(panel.getByLabel('Message')).toHaveValue('Please call me.')
  const refusal = { message: 'Check the form', fields: { email: 'This domain takes no mail' } }
  await page.route('**/api/contact', (route) => route.fulfill({ status: 400, json: refusal }))
  await panel.getByRole('button', { name: 'Leave Message' }).click()
  await expect(panel.getByLabel('Email')).toBeFocused()
  await expect(panel.getByLabel('Email')).toHaveAccessibleDescription(/This domain takes no mail/)
  expectRefusals(quiet, 400)
  await page.unroute('**/api/contact')
  await panel.getByRole('button', { name: 'Leave Message' }).click()
  await expect(panel.getByRole('heading', { name: 'Message received' })).toBeFocused()
  await panel.getByRole('button', { name: 'Back to the Chat' }).click()
  await expect(panel.getByText('Do you read scanned slips?')).toBeVisible()

  expect(wire.sent.map(({ type }) => type)).not.toContain('end_session')
  await panel.getByRole('button', { name: 'End chat and close' }).click()
  await expect(panel).toBeHidden()
  await expect(bubbleOf(page)).toBeFocused()
  expect(wire.sent.at(-1)).toMatchObject({ type: 'end_session' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Transcript' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('You: Do you read scanned slips?')

  const headers = { origin: baseURL ?? '' }
  const data = { username: 'admin', password: ownerPassword }
  await request.post('/api/auth/login', { data, headers })
  const inquiries: { email: string; message: string }[] = await (
    await request.get('/api/contact/inquiries')
  ).json()
  const left = inquiries.find(({ email }) => email === 'ada@northfold.example')
  expect(left?.message).toMatch(
    /^Please call me\.\n\nConversation in the chat:\n.*Visitor: Do you read scanned slips\?$/,
  )
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } })

  test('the chat is the screen, the page beneath is out of reach, nothing is too small', async ({
    page,
    quiet,
  }) => {
    // The chat is closed on Saturdays.
    await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') })
    await page.goto('/no-such-page')
    expectRefusals(quiet, 404)
    await page.getByRole('button', { name: 'Open chat' }).first().tap()
    const panel = panelOf(page)
    await expect(panel).toHaveAttribute('aria-modal', 'true')
    await expect(panel.getByRole('heading', { name: 'Chat with us' })).toBeFocused()
    await expect(panel.getByText(/^Back Monday at 9:00 AM Pacific/)).toBeVisible()
    await expect(panel.getByText('We are closed now.')).toBeVisible()
    await expect(panel.getByRole('button').nth(3)).toHaveText('Leave a Message')
    await expect(page.locator('main')).toHaveAttribute('inert')
    const screen = { x: 0, y: 0, width: 320, height: 640 }
    await expect.poll(() => panel.boundingBox()).toEqual(screen)
    await panel.getByRole('button', { name: 'Minimize chat' }).tap()
    await expect(page.locator('main')).not.toHaveAttribute('inert')
    await expect(bubbleOf(page).last()).toBeFocused()

    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Chat' }).tap()
    await expect(panel.getByText(soon, { exact: true })).toBeVisible()
    await panel.getByRole('button', { name: 'Minimize chat' }).tap()
    await startChat(page, 'Ines Duarte')
    await sendMessage(
      page,
      'https://example.com/a-very-long-address-without-any-break-in-it-at-all',
    )
    await expect(panel.getByText(/^Back Monday at 9:00 AM Pacific .* your time\)\./)).toBeVisible()
    await expectEach(page, ['.chat-panel button', '.chat-panel textarea'])
    const faults = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - innerWidth,
      small: [...document.querySelectorAll<HTMLElement>('.chat-panel :is(button, textarea)')]
        .filter((element) => element.checkVisibility())
        .filter((element) => Math.round(element.getBoundingClientRect().height) < 44)
        .map((element) => element.outerHTML.slice(0, 120)),
    }))
    expect(faults).toEqual({ wide: 0, small: [] })
  })
})
