import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { account } from '#features/identity/account/contract.ts'
import { users } from '#server/database/schema.ts'
import { openChatTestApp } from '#test/harness/chat-app.ts'
import { face, uploadPicture } from '#test/harness/pictures.ts'

const isAnswer = ({ message }: { message: { senderType: string } }) =>
  message.senderType === 'admin'

for (const displayName of [null, 'Mara Lind']) {
  test(`a visitor sees ${displayName ?? 'the firm'}, never the username; colleagues see ${displayName ?? 'the username'}`, async () => {
    await using app = await openChatTestApp()
    const [former, colleague] = [await app.agent('agent', 'mara'), await app.agent('agent', 'theo')]
    await app.db.update(users).set({ displayName }).where(eq(users.id, former.id))
    const agent = await app.rejoin(former)
    const visitor = await app.visitor()
    const { sessionId, visitorId } = visitor
    // If the agent joined before the announcement, the chat would be announced as active and no
    // list would follow.
    await colleague.receive('new_chat_session')
    agent.send({ type: 'join_session', sessionId, adminId: agent.id })
    expect((await visitor.receive('admin_joined')).adminName).toBe(displayName ?? brand.name)
    const listed = await colleague.receive('active_sessions', ({ sessions }) =>
      sessions.some(({ status }) => status === 'active'),
    )
    expect(listed.sessions[0]?.agentName).toBe(displayName ?? 'mara')

    agent.send({ type: 'send_message', sessionId, content: 'Hello' })
    const staffName = displayName ?? 'mara'
    expect((await colleague.receive('new_message', isAnswer)).message.senderName).toBe(staffName)
    const frame = await visitor.receive('new_message', isAnswer)
    expect(frame.message.senderName).toBe(displayName ?? brand.name)

    const rejoin = await app.visitor({ visitorId })
    const replayed = await rejoin.receive('new_message', isAnswer)
    expect(replayed.message.senderName).toBe(displayName ?? brand.name)
    expect(JSON.stringify([frame, replayed])).not.toContain('mara')
  })
}

for (const displayName of [null, 'Mara Lind']) {
  test(`in a whole conversation with ${displayName ?? 'the firm'} no frame to the visitor has an id or a username`, async () => {
    await using app = await openChatTestApp()
    const [mara, theo] = [
      await app.agent('agent', 'mara-login'),
      await app.agent('admin', 'theo-login'),
    ]
    await app.db.update(users).set({ displayName })
    const agents = [await app.rejoin(mara), await app.rejoin(theo)]
    const before = await app.visitor()
    const { sessionId, visitorId } = before
    for (const agent of agents) {
      agent.send({ type: 'join_session', sessionId, adminId: agent.id })
      await agent.receive('session_history')
      agent.send({ type: 'typing_start', sessionId })
      await before.receive('user_typing', ({ isTyping }) => isTyping)
      agent.send({ type: 'send_message', sessionId, content: `Hello from one` })
      const { message } = await before.receive('new_message', isAnswer)
      before.send({ type: 'mark_message_delivered', messageId: message.id })
      agent.send({ type: 'typing_stop', sessionId })
    }
    await before.close()
    const after = await app.visitor({ visitorId, lastSeq: 0 })
    await after.receive('admin_joined')
    await after.receive('new_message', isAnswer)
    agents[0]?.send({ type: 'end_session', sessionId })
    await after.receive('session_ended')
    await app.visitor({ visitorId, sessionId, lastSeq: 0 })
    const frames = JSON.stringify([...before.received, ...after.received])
    for (const { id, username } of agents) {
      expect(frames).not.toContain(id)
      expect(frames).not.toContain(username)
    }
    const shown = displayName ?? brand.name
    expect(frames).toContain(`"senderId":"${shown}"`)
    // Staff see who wrote each message.
    const names = agents.map(({ id }) => `"senderId":"${id}"`)
    for (const name of names) expect(JSON.stringify(agents[1]?.received)).toContain(name)
  })
}

test('a visitor sees title and portrait of who answers as soon as they have them', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent('agent', 'mara')
  const visitor = await app.visitor()
  const { sessionId } = visitor
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  expect(await visitor.receive('admin_joined')).not.toHaveProperty('adminTitle')
  const { id: portraitId, variants } = await uploadPicture(
    app,
    agent.person,
    'portrait',
    await face(),
  )
  const profile = await agent.person.call(account.profile, {})
  const change = {
    revision: profile.revision,
    displayName: 'Mara Lind',
    title: 'Partner',
    portraitId,
  }
  await agent.person.call(account.saveProfile, change)
  const adminPortraitUrl = variants.find(({ variant }) => variant === '96')?.url
  expect(
    await visitor.receive('admin_joined', ({ adminTitle }) => Boolean(adminTitle)),
  ).toMatchObject({
    adminName: 'Mara Lind',
    adminTitle: 'Partner',
    adminPortraitUrl,
  })
})

test('a changed display name reaches a chat that is going on', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent('agent', 'mara')
  const visitor = await app.visitor()
  const { sessionId } = visitor
  agent.send({ type: 'join_session', sessionId, adminId: agent.id })
  expect((await visitor.receive('admin_joined')).adminName).toBe(brand.name)
  const profile = await agent.person.call(account.profile, {})
  await agent.person.call(account.saveProfile, { ...profile, displayName: 'Mara Lind' })
  expect((await visitor.receive('admin_joined')).adminName).toBe('Mara Lind')
  agent.send({ type: 'send_message', sessionId, content: 'Hello' })
  const frame = await visitor.receive('new_message', isAnswer)
  expect(frame.message.senderName).toBe('Mara Lind')
})
