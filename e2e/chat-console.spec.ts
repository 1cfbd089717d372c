import { randomUUID } from 'node:crypto'
import {
  composerOf,
  confirmCandidate,
  logOf,
  sendMessage,
  takeChat,
  visit,
  wireOf,
} from './chat.ts'
import { expect, expectAccessible, expectNoOverflow, signIn, test, untilLive } from './fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('an agent keeps two chats apart, uses saved replies, makes a client, ends with a note', async ({
  page: agent,
  product,
}) => {
  await signIn(agent, '/admin/chat')
  const mia = await visit(product, 'Mia Sund')
  const leo = await visit(product, 'Leo Falk')
  leo.say('Anybody here?')
  const cards = agent.locator('.chat-card')
  await expect(cards).toHaveCount(2)
  await expect(cards.nth(0)).toContainText('Visitor: Anybody here?')
  await expect(cards.nth(0)).toHaveAccessibleName(/^Leo Falk, Unknown Company, waiting .*1 unread$/)
  await expect(cards.nth(1)).toContainText('Mia Sund')
  await expect(cards.nth(1)).toContainText(/Unknown Company.*0 messages/)
  await expect(agent.getByText('2 sessions')).toBeVisible()
  await agent.getByLabel('Sort').selectOption('Longest waiting')
  await expect(cards.nth(0)).toContainText('Mia Sund')
  await agent.reload()
  await expect(cards.nth(0)).toContainText('Mia Sund')
  await expect(agent.getByLabel('Sort')).toHaveValue('longest-waiting')

  await agent.keyboard.press('Alt+j')
  await expect(agent.getByRole('heading', { name: 'Mia Sund' })).toBeVisible()
  await expect(agent).toHaveURL(/\?session=/)
  await expect(composerOf(agent)).toBeFocused()
  await composerOf(agent).fill('/he')
  await expect(agent.getByRole('option', { name: /^\/hello/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await confirmCandidate(composerOf(agent))
  await expect(composerOf(agent)).toHaveValue('/he')
  await composerOf(agent).press('Enter')
  await expect(composerOf(agent)).toHaveValue(
    'Hello Mia Sund, thank you for writing. How can I help?',
  )
  await agent.getByRole('button', { name: /^Leo Falk/ }).click()
  await expect(composerOf(agent)).toBeFocused()
  await expect(composerOf(agent)).toHaveValue('')
  await agent.keyboard.type('Great, good day to you')
  await expect(composerOf(agent)).toHaveValue('Great, good day to you')
  await expect(cards.and(agent.locator('[tabindex="0"]'))).toHaveCount(1)
  await cards.nth(0).focus()
  await agent.keyboard.press('g')
  await agent.keyboard.press('d')
  await agent.keyboard.press('?')
  await expect(agent).toHaveURL(/\/admin\/chat\?session=/)
  await expect(agent.getByRole('dialog')).toHaveCount(0)
  await agent.keyboard.press('ArrowDown')
  await expect(cards.nth(1)).toBeFocused()
  await agent.keyboard.press('Enter')
  await expect(composerOf(agent)).toBeFocused()
  await agent.getByRole('button', { name: /^Leo Falk/ }).click()
  await expect(agent.getByRole('heading', { name: 'Leo Falk' })).toBeVisible()
  await composerOf(agent).fill('  ')
  await expect(agent.getByRole('button', { name: 'Send' })).toBeDisabled()
  await agent.keyboard.press('Alt+j')
  await agent.getByRole('button', { name: /^Mia Sund/ }).click()
  await expect(composerOf(agent)).toHaveValue(
    'Hello Mia Sund, thank you for writing. How can I help?',
  )
  await composerOf(agent).press('Shift+Enter')
  await composerOf(agent).pressSequentially('Second line')
  await composerOf(agent).press('Enter')
  await expect
    .poll(() => mia.heard)
    .toContain('Hello Mia Sund, thank you for writing. How can I help?\nSecond line')
  await expect(agent.getByRole('button', { name: /^Mia Sund/ })).toContainText(
    'You: Hello Mia Sund',
  )

  await agent.getByRole('button', { name: 'Details' }).click()
  const details = agent.getByRole('complementary', { name: 'Visitor details' })
  await expect(details.getByText('None from this address.')).toBeVisible()
  await details.getByRole('button', { name: 'Create Client from This Chat' }).click()
  const making = agent.getByRole('dialog', { name: 'Create Client from This Chat' })
  await expect(making.getByLabel('Name')).toHaveValue('Mia Sund')
  await expectAccessible(agent)
  await making.getByRole('button', { name: 'Create Client' }).click()
  await expect(details.getByRole('link', { name: 'Mia Sund' })).toHaveAttribute(
    'href',
    /^\/admin\/clients\//,
  )

  await agent.reload()
  await expect(agent.getByRole('heading', { name: 'Mia Sund' })).toBeVisible()
  await expect(logOf(agent).getByText('Second line')).toBeVisible()
  await agent.getByRole('tab', { name: /^All \(/ }).press('ArrowRight')
  await expect(agent.getByRole('tab', { name: /^Mine \(/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await agent.getByRole('button', { name: 'More for this chat' }).click()
  await agent.getByRole('menuitem', { name: 'End with a Note…' }).click()
  const noteDialog = agent.getByRole('dialog', { name: 'End with a note' })
  await noteDialog.getByLabel('Note').fill('Wants a call on Monday.')
  await noteDialog.getByRole('button', { name: 'End Chat' }).click()
  await expect(agent.getByRole('heading', { name: 'Select a chat session' })).toBeVisible()
  await agent.getByRole('tab', { name: /^Ended/ }).click()
  await agent.getByRole('button', { name: /^Mia Sund/ }).click()
  await expect(agent.getByText('This chat session has ended.')).toBeVisible()
  await agent.getByRole('button', { name: 'Details' }).click()
  await expect(agent.getByText('Wants a call on Monday.')).toBeVisible()
  await expect.poll(() => mia.heard).toContain('session_ended')
  mia.leave()
  leo.leave()
})

test('Undo of End Chat brings the conversation back, with the caret in its composer', async ({
  page: agent,
  product,
}) => {
  const kept = `Uma ${randomUUID().slice(0, 8)}`
  const other = `Vic ${randomUUID().slice(0, 8)}`
  const visitors = await Promise.all([visit(product, kept), visit(product, other)])
  await signIn(agent, '/admin/chat')
  const heading = agent.getByRole('heading', { name: kept })
  const toastUndo = agent.getByRole('region', { name: /^Notifications/ }).getByRole('button', {
    name: 'Undo',
  })
  const end = async () => {
    await agent.getByRole('button', { name: 'End Chat' }).click()
    await expect(heading).toHaveCount(0)
  }
  const expectBack = async (draft: string) => {
    await expect(heading).toBeVisible()
    await expect(composerOf(agent)).toBeFocused()
    await expect(composerOf(agent)).toHaveValue(draft)
    await expect(agent.getByRole('button', { name: 'End Chat' })).toBeVisible()
  }

  await takeChat(agent, kept)
  await end()
  await toastUndo.click()
  await expectBack('')

  await agent.keyboard.type('One moment')
  await end()
  await takeChat(agent, other)
  await agent.keyboard.type('Hello')
  await toastUndo.click()
  await expectBack('One moment')

  await end()
  await agent.getByRole('link', { name: 'Clients', exact: true }).click()
  await toastUndo.click()
  await expectBack('One moment')

  // The chat is opened again while it ends. Both ways of undoing that must place the caret.
  for (const inToast of [true, false]) {
    await end()
    await agent.getByRole('button', { name: new RegExp(`^${kept}, `) }).click()
    await expect(agent.getByText('Ending… Undo')).toBeVisible()
    await (inToast
      ? toastUndo
      : agent.locator('.thread').getByRole('button', { name: 'Undo' })
    ).click()
    await expectBack('One moment')
  }

  await agent.setViewportSize({ width: 390, height: 844 })
  await end()
  await toastUndo.click()
  await expectBack('One moment')
  expect(visitors.flatMap(({ heard }) => heard)).not.toContain('session_ended')
  for (const visitor of visitors) visitor.leave()
})

test('Alt+J walks through those who wait, each once, although opening a chat moves it up', async ({
  page: agent,
  product,
}) => {
  const names = ['Ann', 'Bob', 'Cyd', 'Dee'].map((name) => `${name} ${randomUUID().slice(0, 8)}`)
  const visitors = await Promise.all(names.map((name) => visit(product, name)))
  await signIn(agent, '/admin/chat')
  const cards = agent.locator('.chat-card')
  await expect(cards).toHaveCount(names.length)
  const heading = agent.locator('.thread h2')
  const seen: string[] = []
  for (const _ of names) {
    await agent.keyboard.press('Alt+j')
    await expect(heading).not.toHaveText(seen.at(-1) ?? '')
    await expect(cards.filter({ hasText: await heading.innerText() })).toContainText('Active')
    seen.push(await heading.innerText())
  }
  expect(seen.sort()).toEqual(names)
  for (const visitor of visitors) {
    visitor.end()
    visitor.leave()
  }
})

test('a desktop notification opens its chat with the caret in the composer', async ({
  page: agent,
  product,
}) => {
  await agent.addInitScript(() => {
    const shown: { body: string; onclick?: () => void }[] = []
    class Notice {
      static permission = 'granted'
      body: string
      onclick?: () => void
      constructor(_title: string, { body }: { body: string }) {
        this.body = body
        shown.push(this)
      }
      close() {}
    }
    Object.assign(window, { Notification: Notice, shown, isAway: true })
    Object.defineProperty(document, 'hidden', { get: () => 'isAway' in window })
    localStorage.setItem('chat-alerts', JSON.stringify({ notifications: true }))
  })
  await untilLive(agent, () => signIn(agent, '/admin/clients'))
  await agent.getByRole('searchbox').first().focus()
  const visitor = await visit(product, 'Zoe Lund')
  await agent.waitForFunction((body) => {
    const state = window as unknown as {
      shown: { body: string; onclick?: () => void }[]
      isAway?: boolean
    }
    const notice = state.shown.find((one) => one.body === body)
    if (!notice) return false
    delete state.isAway
    notice.onclick?.()
    return true
  }, 'Zoe Lund is waiting in the chat.')
  await expect(agent.getByRole('heading', { name: 'Zoe Lund' })).toBeVisible()
  await expect(composerOf(agent)).toBeFocused()
  visitor.leave()
})

test('scrolling up in a long chat loads earlier messages in order and does not move the view; a connection refused for good says what to do', async ({
  page: agent,
  product,
}) => {
  const wire = await wireOf(agent)
  await signIn(agent, '/admin/chat')
  const visitor = await visit(product, 'Ida Holm')
  visitor.say('Message 1.')
  await takeChat(agent, 'Ida Holm')
  const sessionId = new URL(agent.url()).searchParams.get('session') ?? ''
  for (let number = 2; number <= 60; number++) {
    const content = `Message ${number}.`
    wire.send({ type: 'send_message', sessionId, content, clientMessageId: randomUUID() })
    // More than 64 pending frames would close the connection.
    if (number % 30 === 0) await expect(logOf(agent).getByText(content)).toBeAttached()
  }
  await agent.reload()

  const texts = logOf(agent).locator('.speech-text')
  await expect(texts).toHaveCount(50)
  await expect(texts.last()).toBeInViewport()
  const oldest = texts.filter({ hasText: 'Message 11.' })
  await expect(logOf(agent)).toHaveAttribute('aria-busy', 'false')
  const before = await oldest.evaluate((element) => {
    element.closest('.conversation-scroller')?.scrollTo(0, 150)
    return element.getBoundingClientRect().top
  })
  await expect(texts).toHaveCount(60)
  const moved = async () => {
    const after = await oldest.evaluate((element) => element.getBoundingClientRect().top)
    return Math.abs(after - before)
  }
  await expect.poll(moved).toBeLessThanOrEqual(1)
  await expect(agent.getByRole('button', { name: 'Earlier Messages' })).toHaveCount(0)
  const numbers = (await texts.allTextContents()).map((text) => /Message (\d+)\.$/.exec(text)?.[1])
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => String(index + 1)))
  await agent.locator('.conversation-scroller').evaluate((box) => box.scrollTo(0, 0))
  await expect(texts.first()).toBeInViewport()
  const indicator = (word: string) => agent.getByText(word, { exact: true }).first()
  const sentence = agent.getByText('press Refresh to try again')
  await expect(indicator('Connected')).toBeVisible()
  await wire.cut(1008)
  await expect(sentence).toBeVisible()
  await agent.getByRole('button', { name: 'Refresh' }).click()
  await expect(indicator('Connected')).toBeVisible()
  await expect(sentence).toHaveCount(0)
  visitor.leave()
})

test('on a phone the list and the chat are two screens; a question that its visitor left waits in the badge until it is set aside', async ({
  page: agent,
  product,
}) => {
  await signIn(agent, '/admin/chat')
  const nils = await visit(product, 'Nils Berg')
  nils.say('Hello')
  await takeChat(agent, 'Nils Berg')
  await agent.setViewportSize({ width: 390, height: 700 })
  await expect(agent.getByRole('button', { name: 'Refresh' })).toBeHidden()
  await sendMessage(agent, 'Good morning')
  await expect(composerOf(agent)).toBeInViewport({ ratio: 1 })
  for (const width of [390, 320]) {
    await agent.setViewportSize({ width, height: 640 })
    await expectNoOverflow(agent)
  }
  await agent.getByRole('button', { name: 'All chats' }).click()
  await expect(agent.getByRole('button', { name: /^Nils Berg/ })).toBeFocused()
  await expect(composerOf(agent)).toHaveCount(0)
  await agent.goBack()
  await expect(composerOf(agent)).toBeVisible()
  const card = agent.getByRole('button', { name: /^Tuva Lind, Unknown Company, abandoned/ })
  const badge = agent.getByRole('link', { name: /^Live Chat \d+ chats? waits?$/ })
  const tab = (name: RegExp) => agent.getByRole('tab', { name })
  await agent.getByRole('button', { name: 'All chats' }).click()
  await agent.setViewportSize({ width: 1440, height: 900 })
  const tuva = await visit(product, 'Tuva Lind')
  tuva.say('What does a stocktaking of 900 slips cost?')
  await expect(agent.getByRole('button', { name: /^Tuva Lind, .*1 unread$/ })).toBeVisible()
  tuva.leave()
  await tab(/^Unanswered \(\d+\)$/).click()
  await expect(card).toContainText('What does a stocktaking')
  await expect(badge).toBeVisible()
  await expectAccessible(agent)
  await agent.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(agent)

  await card.focus()
  await agent.keyboard.press('Enter')
  const noReply = agent.getByRole('button', { name: 'No Reply Needed' })
  const lists = Promise.withResolvers<void>()
  await agent.route(/\/api\/admin\/chat\/sessions\?/, async (route) => {
    await lists.promise
    await route.continue()
  })
  await noReply.focus()
  await agent.keyboard.press('Enter')
  await expect(noReply).toHaveCount(0)
  await expect(agent.getByRole('button', { name: 'Reply by Email' })).toBeFocused()
  await agent.getByRole('button', { name: 'All chats' }).press('Enter')
  await expect(card).toBeFocused()
  lists.resolve()
  await expect(tab(/^Unanswered/)).toBeFocused()
  await expect(card).toHaveCount(0)
  await agent.getByRole('button', { name: /^Undo/ }).click()
  await expect(card).toBeVisible()
  await agent.setViewportSize({ width: 1440, height: 900 })

  await tab(/^Ended \(\d+\)$/).click()
  const search = agent.getByRole('searchbox', { name: 'Search chats' })
  await search.fill('STOCKTAKING of')
  await expect(agent.getByText(/^1 of \d+ chats?$/)).toBeVisible()
  await expect(card).toBeVisible()
  await search.fill('stocktaking nobody asked for')
  await expect(agent.getByText('No chats match')).toBeVisible()
  nils.leave()
})
