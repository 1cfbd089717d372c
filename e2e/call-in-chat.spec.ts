import { takeCalls } from './calls.ts'
import { composerOf, takeChat, test, visit } from './chat.ts'
import { expect, expectAccessible, signIn } from './fixtures.ts'
import { toastWith } from './leads.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('in a chat, times are offered as links, of which one is picked anew, and a call is booked for the visitor', async ({
  page,
  product,
  open,
}) => {
  await takeCalls(page)
  const name = `Oda ${crypto.randomUUID().slice(0, 8)}`
  const visitor = await visit(product, name)
  visitor.say('When can we talk?')
  await signIn(page, '/admin/chat')
  await takeChat(page, name)
  await composerOf(page).pressSequentially('Sure. @t')
  const offer = page.getByRole('dialog', { name: 'Offer times' })
  // The first day may have few times left.
  const second = offer.getByRole('group', { name: 'Time 2' })
  const words = second.locator('strong')
  await expect(words).toHaveText(/^\w+, \w+ \d+, \d+:\d\d [AP]M$/)
  const before = (await words.textContent()) ?? ''
  await second.getByRole('button', { name: 'Change time 2' }).click()
  await expectAccessible(page)
  await second.locator('.picker-time').filter({ visible: true }).last().click()
  await expect(words).toBeVisible()
  await expect(words).not.toHaveText(before)
  const picked = (await words.textContent()) ?? ''
  await offer.getByRole('button', { name: 'Insert' }).click()
  await expect(composerOf(page)).toBeFocused()
  await expect(composerOf(page)).toHaveValue(/^Sure\.\n\nShall we talk\? Choose a time:\n/)
  await composerOf(page).press('Enter')
  await expect.poll(() => visitor.heard.find((text) => text.includes('Choose a time'))).toBeTruthy()
  const text = visitor.heard.find((heard) => heard.includes('Choose a time')) ?? ''
  const line = text.split('\n').find((one) => one.startsWith(picked)) ?? ''
  expect(line).toContain('/book/consultation/offer?chat=')
  expect(text.match(/&at=/g)).toHaveLength(3)
  const reader = await open()
  await reader.goto(line.slice(line.indexOf('http')))
  await expect(reader.locator('.hold-time')).toContainText('Los Angeles')
  await reader.getByRole('button', { name: 'Confirm the Call' }).click()
  await expect(reader).toHaveURL(/\/meetings\//)

  await page.getByRole('button', { name: 'More for this chat' }).click()
  await page.getByRole('menuitem', { name: 'Book a Call…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New call' })
  await expect(dialog.getByText(name)).toBeVisible()
  await dialog.locator('.picker-time').filter({ visible: true }).first().click()
  await dialog.getByRole('button', { name: 'Book the Call' }).click()
  await expect(toastWith(page, 'Call booked')).toBeVisible()
  await page.goto('/admin/agenda')
  await expect(page.getByRole('region', { name: 'Calls by day' })).toContainText(name)
  visitor.leave()
})
