import { brand } from '../src/brand.ts'
import {
  bubbleOf,
  composerOf,
  logOf,
  panelOf,
  sendMessage,
  startChat,
  takeChat,
  test,
  wireOf,
} from './chat.ts'
import { expect, withMotion } from './fixtures.ts'

test.use(withMotion)

// The tests need two browsers and many steps.
test.setTimeout(120_000)

/**
 * The sign disappears two seconds after the last key. If that frame were lost, it would stay for
 * six.
 */
const stopsTyping = { timeout: 5_000 }

declare global {
  /** Changes that a screen reader would announce. */
  interface Window {
    noticed: { added: string[]; whileBusy: string[]; elsewhere: string[] }
  }
}

/** Records additions to the log, whether it was busy then, and texts of other live regions. */
function watchLog(): void {
  window.noticed = { added: [], whileBusy: [], elsewhere: [] }
  const textOf = ({ textContent }: Node) => textContent ?? ''
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const log = element?.closest('[role="log"]')
      for (const node of addedNodes) {
        if (target === log) {
          const list = log?.ariaBusy === 'true' ? window.noticed.whileBusy : window.noticed.added
          list.push(textOf(node))
        } else if (!log && element?.closest('[aria-live], [role="status"], [role="alert"]')) {
          window.noticed.elsewhere.push(textOf(node))
        }
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

test('a visitor and an agent talk, from waiting to the end', async ({ page, agent }) => {
  const wire = await wireOf(page)
  await page.goto('/legal/privacy')
  await startChat(page, 'Ben Ilves')
  await sendMessage(page, 'Hi, do you work with scanned delivery notes?')

  // A new chat is shown on every screen of the agent.
  await expect(agent).toHaveTitle(/^\(1\) Dashboard · /)
  await expect(agent.locator('link[rel="icon"][type="image/svg+xml"]')).toHaveAttribute(
    'href',
    /^data:/,
  )
  await expect(agent.getByRole('link', { name: 'Live Chat 1 chat waits' })).toBeVisible()
  await agent.evaluate(watchLog)
  await takeChat(agent, 'Ben Ilves')
  await expect(agent).toHaveTitle(/(^|\) )Live Chat · /)
  await expect(logOf(agent).getByText('Hi, do you work with scanned')).toBeVisible()
  const history = await agent.evaluate(() => window.noticed)
  expect(history.added).toEqual([])
  expect(history.whileBusy).toHaveLength(2)
  await expect(agent.getByText(/^Session [0-9a-f]{8}$/)).toBeVisible()
  await expect(agent.getByText('Taken by you')).toBeVisible()

  const panel = panelOf(page)
  await expect(panel).toHaveAccessibleName(brand.name)
  await expect(panel.getByText('Waiting for an agent to join...')).toHaveCount(0)
  await expect(logOf(page)).toHaveAccessibleName(`Conversation with ${brand.name}`)
  await expect(logOf(page).getByText('An agent has joined the chat')).toHaveCount(1)
  await expect(logOf(page)).toHaveAttribute('aria-busy', 'false')
  await page.evaluate(watchLog)
  await composerOf(page).focus()
  await composerOf(agent).pressSequentially('Yes, about a third')
  await expect(panel.getByRole('status').getByText(`${brand.name} is typing`)).toBeAttached()
  await expect(panel.getByText(`${brand.name} is typing`)).toHaveCount(0, stopsTyping)
  await composerOf(agent).press('Enter')
  await expect(logOf(page).getByText('Yes, about a third')).toBeVisible()
  await expect(composerOf(page)).toBeFocused()
  const announced = await page.evaluate(() => window.noticed)
  expect(announced.added).toEqual([expect.stringMatching(/Counterfoil, .*: Yes, about a third/)])
  expect(announced.elsewhere.filter((text) => text.includes('a third'))).toEqual([])
  await expect(logOf(agent).getByRole('img', { name: 'Delivered' })).toBeVisible()
  await composerOf(page).pressSequentially('wait')
  await expect(agent.getByText('Ben Ilves is typing')).toBeAttached()
  await expect(agent.getByText('Ben Ilves is typing')).toHaveCount(0, stopsTyping)

  await page.keyboard.press('Escape')
  await sendMessage(agent, 'Still there?')
  await expect(bubbleOf(page)).toHaveAccessibleName('Open chat 1 unread message')
  expect(wire.sent.map(({ type }) => type)).not.toContain('end_session')
  await bubbleOf(page).click()
  await expect(page.locator('.chat-unread')).toHaveCount(0)
  await expect(composerOf(page)).toHaveValue('wait')

  await agent.getByRole('button', { name: 'End Chat' }).click()
  await expect(agent.getByRole('heading', { name: 'Select a chat session' })).toBeVisible()
  await expect(agent).toHaveURL(/\/admin\/chat$/)
  await expect(agent.getByRole('tab', { name: 'Active (0)' })).toBeFocused()
  await expect(agent.getByText('No active chat sessions')).toBeVisible()
  await expect(panel.getByText('This chat session has ended.')).toBeVisible()
  await expect(logOf(page).getByText('Chat session has ended')).toHaveCount(1)
  await expect(composerOf(page)).toHaveCount(0)
  await panel.getByRole('button', { name: 'Start New Chat' }).click()
  await expect(panel.getByLabel('Name')).toHaveValue('Ben Ilves')
})

test('a lost line, a reload and a second tab cost no word, and double none; who leaves is seen to be gone', async ({
  page,
  agent,
}) => {
  const wire = await wireOf(page)
  await page.goto('/legal/privacy')
  await startChat(page, 'Priya Raman')
  await takeChat(agent, 'Priya Raman')
  const panel = panelOf(page)
  await expect(panel).toHaveAccessibleName(brand.name)
  // The server stores the message, but the visitor gets no acknowledgement.
  wire.deaf = true
  await sendMessage(page, 'I see both.')
  await expect(logOf(agent).getByText('I see both.')).toBeVisible()
  await expect(panel.getByRole('img', { name: 'Sending' })).toBeVisible()
  await composerOf(page).fill('and a third thing')
  await wire.cut()
  await expect(panel.getByText('Disconnected. Reconnecting…').first()).toBeVisible()
  await expect(composerOf(page)).toBeDisabled()
  await expect(panel.getByRole('button', { name: 'Send' })).toBeDisabled()
  wire.deaf = false
  await expect(composerOf(page)).toBeEnabled({ timeout: 10_000 })
  await expect(composerOf(page)).toHaveValue('and a third thing')
  await expect(composerOf(page)).toBeFocused()
  await expect(logOf(page).getByText('I see both.')).toHaveCount(1)
  await expect(panel.getByRole('img', { name: 'Sending' })).toHaveCount(0)
  await composerOf(page).press('Enter')
  await expect(logOf(agent).getByText('and a third thing')).toBeVisible()
  await expect(logOf(agent).getByText('I see both.')).toHaveCount(1)

  await sendMessage(page, 'Before the reload')
  await sendMessage(agent, 'Still here')
  await composerOf(page).fill('half a thou')
  await page.reload()
  await expect(logOf(page).getByText('Still here')).toBeVisible()
  await expect(panelOf(page)).toHaveAccessibleName(brand.name)
  await expect(composerOf(page)).toHaveValue('half a thou')
  await expect(composerOf(page)).not.toBeFocused()
  await expect(composerOf(agent)).toBeEnabled()

  const second = await page.context().newPage()
  await second.goto('/legal/privacy')
  await second.dispatchEvent('body', 'pointermove')
  await bubbleOf(second).click()
  await expect(logOf(second).getByText('Before the reload')).toBeVisible()
  await sendMessage(second, 'From the second tab')
  await expect(logOf(page).getByText('From the second tab')).toHaveCount(1)
  await expect(logOf(agent).getByText('From the second tab')).toHaveCount(1)

  // Closing one of two tabs does not end the visit, but closing the last one does.
  await second.close()
  await sendMessage(page, 'One tab is left')
  await expect(logOf(agent).getByText('One tab is left')).toBeVisible()
  await page.goto('about:blank')
  await expect(agent.getByText('This chat session has been abandoned.')).toBeVisible()
  await agent.getByRole('tab', { name: /^Ended/ }).click()
  await expect(
    agent.getByRole('button', { name: 'Priya Raman, Unknown Company, abandoned' }),
  ).toBeVisible()
  await page.goto('/legal/privacy')
  await expect(composerOf(agent)).toBeEnabled()
  await expect(logOf(agent).getByText('One tab is left')).toHaveCount(1)

  // An ended session is not resumed, so the next visit starts a new one.
  await panelOf(page).getByRole('button', { name: 'End chat and close' }).click()
  await expect(agent.getByText('This chat session has ended.')).toBeVisible()
  await page.reload()
  await bubbleOf(page).click()
  await expect(panelOf(page).getByRole('button', { name: 'Start Chat' })).toBeVisible()
})
