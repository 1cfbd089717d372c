import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { chat } from '#features/chat/protocol/contract.ts'
import { clients } from '#features/clients/contract.ts'
import { dataExchange } from '#features/clients/data-exchange/contract.ts'
import { notes } from '#features/clients/notes/contract.ts'
import { account } from '#features/identity/account/contract.ts'
import { invitations } from '#features/identity/invitations/contract.ts'
import { secondFactor } from '#features/identity/second-factor/contract.ts'
import { auth } from '#features/identity/sign-in/contract.ts'
import { users } from '#features/identity/users/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { chatUrl } from '#server/mail/chat-link.ts'
import { openChatTestApp } from '../harness/chat-app.ts'
import { newProject, upload } from '../harness/project.ts'
import { pdf } from '../harness/sample-files.ts'
import { origin, password } from '../harness/test-app.ts'

// K04

/** This word is in all personal data that is sent, and must be in no line of the log. */
const canary = 'quokka'
const email = `${canary}@n.example`

test('the log of a whole day has no password, token, name, address or text', async () => {
  await using app = await openChatTestApp()
  const owner = await app.person('owner', 'olga')
  const secrets = [owner.cookie, password, canary]
  const remember = (value: string) => {
    secrets.push(value)
    return value
  }

  await owner.call(auth.login, { username: canary, password: `${canary} 1` }).catch(() => {})
  const { link } = await owner.call(users.invite, { username: `${canary}-2`, role: 'agent', email })
  const token = remember(link.slice(link.indexOf('#') + 1))
  await app.stranger().call(invitations.check, { token })
  await app
    .stranger()
    .call(invitations.accept, { token, password: `seven ${canary} harbour lamps` })
  const agent = await app.signIn(`${canary}-2`, { password: `seven ${canary} harbour lamps` })
  secrets.push(agent.cookie)
  const words = { currentPassword: 'wrong', newPassword: `eight ${canary} harbour lamps` }
  await agent.call(account.changePassword, words).catch(() => {})
  const { secret } = await owner.call(secondFactor.start, { password })
  const code = remember(new TOTP({ secret: remember(secret) }).generate())
  const { recoveryCodes: codes } = await owner.call(secondFactor.confirm, { code })
  for (const one of codes) remember(one)

  const written = {
    name: canary,
    email,
    message: `${canary} message`,
    company: canary,
    filledInMs: 9000,
  }
  await app.stranger().call(inquiries.create, written)
  await app.stranger().call(inquiries.create, { ...written, website: canary })
  await app
    .stranger()
    .call(inquiries.create, { ...written, email: `${canary}@` })
    .catch(() => {})
  const { id } = await owner.call(clients.create, {
    name: canary,
    email,
    notes: canary,
    phone: canary,
  })
  await owner.call(clients.list, { search: canary })
  await owner
    .call(clients.update, { id, company: canary, notes: `${canary}\u0000` })
    .catch(() => {})
  const project = await newProject(app)
  await owner.call(notes.create, { ...project, content: canary })
  await upload(app, owner, project, `${canary}.pdf`, Buffer.concat([pdf, Buffer.from(canary)]))
  await owner.call(dataExchange.findPerson, { email })
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })

  const visitorInfo = {
    name: canary,
    email,
    company: canary,
    currentPage: `/?q=${canary}`,
    referrer: canary,
  }
  const visitor = await app.visitor({ visitorInfo })
  remember(visitor.visitorId)
  const { sessionId } = visitor
  const [, linked = ''] = (await chatUrl(app.deps, app.db, sessionId)).split('#')
  const { visitorId } = await app.stranger().call(chat.followLink, { token: remember(linked) })
  remember(visitorId)
  visitor.send({ type: 'send_message', sessionId, content: `${canary} in a chat` })
  await visitor.receive('new_message')
  visitor.send(`{"type":"${canary}`)
  visitor.send({ type: 'end_session', sessionId: canary })
  await visitor.flush()

  await app.send({
    url: `/api/services?token=${canary}&code=${canary}`,
    headers: { referer: canary },
  })
  await app.send({ url: `/api/google/auth/callback?state=${canary}&code=${canary}` })
  await app.db.execute('alter table inquiries rename to hidden_inquiries')
  await app
    .stranger()
    .call(inquiries.create, written)
    .catch(() => {})
  await app.db.execute('alter table hidden_inquiries rename to inquiries')
  await owner.call(auth.logout, {})

  const log = JSON.stringify(app.logged)
  expect(app.logged.length).toBeGreaterThan(30)
  // Six digits may also be part of times and durations.
  const holds = (value: string) =>
    /^\d+$/.test(value) ? new RegExp(`(?<![\\w.])${value}(?!\\w)`).test(log) : log.includes(value)
  const found = secrets.filter((value) => value && holds(value))
  expect(found).toEqual([])
})

test('input cannot add lines to the log', async () => {
  await using app = await openChatTestApp()
  const line = '\n{"level":60,"event":"forged"}\r\n\u001b[31m'
  const headers = { origin, 'user-agent': 'x', 'x-request-id': 'forged', 'request-id': 'forged' }
  for (const url of ['/api/services', `/api/forged${encodeURIComponent(line)}`]) {
    await app.send({ url, headers })
  }
  const payload = { username: line, password: line, code: line }
  await app.send({ method: 'POST', url: '/api/auth/login', headers, payload })
  const visitor = await app.visitor()
  const { sessionId } = visitor
  visitor.send({ type: 'visitor_join', visitorInfo: { name: line, email: 'a@n.example' } })
  visitor.send({ type: 'send_message', sessionId, content: line })
  visitor.send({ type: line })
  await visitor.flush()
  expect(JSON.stringify(app.logged)).not.toContain('forged')
  expect(app.logged.every(({ level }) => Number(level) < 60)).toBe(true)
})
