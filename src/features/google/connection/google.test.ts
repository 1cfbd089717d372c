import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { googleConsents, googleGrants } from '#server/database/schema.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { comeBack, connect, consent, openGoogleTestApp, press } from '#test/harness/google.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { googleSetups } from '../setups/contract.ts'
import { claimsOf, openClient } from './connection.server.ts'
import { google } from './contract.ts'

const failed = (clientId: string) => `/admin/clients/${clientId}?error=google_auth_failed`

test('connecting leads back to the client and shows the account', async () => {
  await using scene = await openGoogleTestApp()
  const { admin, clientId, standIn } = scene
  expect(await connect(scene, 'drive')).toBe(`/admin/clients/${clientId}?google_auth=success`)
  const status = await admin.call(google.status, {})
  expect(status).toMatchObject({
    configured: true,
    standIn: true,
    grants: [{ group: 'files', state: 'ok', connectedBy: 'mara' }],
  })
  expect(await admin.call(google.confirm, { serviceType: 'sheets' })).toMatchObject({
    success: true,
    email: 'workspace@counterfoil.example',
  })
  // The second time, Google shows no consent page and sends no refresh token; the old one stays.
  expect(await connect(scene, 'drive')).toContain('google_auth=success')
  await admin.call(google.confirm, { serviceType: 'drive' })
  expect(standIn.violations).toEqual([])
})

test('the referring client screen decides when the request names no client', async () => {
  await using scene = await openGoogleTestApp()
  const { app, admin, clientId } = scene
  const ask = async (referer: string) => {
    await app.db.delete(googleConsents)
    await app.send({
      url: '/api/google/auth/url?serviceType=drive',
      headers: { referer, ...(admin.cookie && { cookie: admin.cookie }) },
    })
    const [consent] = await app.db.select().from(googleConsents)
    return consent?.clientId
  }
  expect(await ask(`https://counterfoil.example/admin/clients/${clientId}`)).toBe(clientId)
  expect(await ask(`https://evil.example/admin/clients/${clientId}`)).toBeNull()
})

test('a consent counts once, in time, for the account that asked, and only when complete', async () => {
  await using scene = await openGoogleTestApp()
  const { app, admin, clientId } = scene
  const back = (query: string) =>
    comeBack(app, new URL(`/api/google/auth/callback${query}`, 'https://x.example'), admin)
  const list = '/admin/clients?error=google_auth_failed'
  for (const query of ['', '?code=c', '?code=c&state=random', '?state=a&state=b&code=c']) {
    expect(await back(query)).toBe(list)
  }
  expect(await connect(scene, 'drive', { answer: 'deny' })).toBe(failed(clientId))
  expect(await connect(scene, 'drive', { without: 'drive.file' })).toBe(failed(clientId))
  const late = await consent(scene, 'drive')
  await app.db.execute(sql`update google_consents set created_at = now() - interval '11 minutes'`)
  expect(await comeBack(app, late, admin)).toBe(list)
  const stolen = await consent(scene, 'drive')
  expect(await comeBack(app, stolen, await app.person('admin', 'eve'))).toBe(list)
  const twoCodes = await consent(scene, 'drive')
  twoCodes.searchParams.append('code', 'another')
  expect(await comeBack(app, twoCodes, admin)).toBe(failed(clientId))
  expect(await app.db.select().from(googleGrants)).toEqual([])
  const good = await consent(scene, 'drive')
  good.searchParams.set('redirect', '//evil.example')
  expect(await comeBack(app, good, admin)).toBe(`/admin/clients/${clientId}?google_auth=success`)
  expect(await comeBack(app, good, admin)).toBe(list)
})

test('no token is in the database, in a log or in an answer', async () => {
  await using scene = await openGoogleTestApp()
  const { app, admin, clientId, standIn } = scene
  await connect(scene, 'drive')
  await press(scene, 'drive')
  standIn.faults.push({ call: 'token', status: 500, times: 9 })
  await app.db.update(googleGrants).set({ accessExpiresAt: new Date(0) })
  await press(scene, 'drive').catch(() => {})
  const tokens = [...standIn.consents.refreshTokens.keys(), ...standIn.consents.accessTokens.keys()]
  const seen = JSON.stringify([
    await app.db.select().from(googleGrants),
    await admin.call(google.status, {}),
    await admin.call(googleSetups.state, { clientId }),
    app.logged,
  ])
  expect(tokens.length).toBeGreaterThan(1)
  for (const token of tokens) expect(seen).not.toContain(token)
})

test('an encrypted token moved to another row cannot be decrypted', async () => {
  await using scene = await openGoogleTestApp()
  const { app, admin } = scene
  await connect(scene, 'drive')
  await connect(scene, 'calendar')
  await app.db.execute(sql`
    update google_grants set refresh_token_encrypted = other.refresh_token_encrypted
    from google_grants other where google_grants.scope_group = 'files' and other.scope_group = 'calendar'`)
  const refused = await failureOf(admin.call(google.confirm, { serviceType: 'drive' }))
  expect(refused.code).toBe('google_reconnect')
  const { grants } = await admin.call(google.status, {})
  expect(grants.find(({ group }) => group === 'files')?.state).toBe('needs_reconnect')
})

test('a revoked grant is not used until it is connected again', async () => {
  await using scene = await openGoogleTestApp()
  const { app, admin, standIn } = scene
  await connect(scene, 'drive')
  standIn.consents.refreshTokens.clear()
  standIn.consents.accessTokens.clear()
  const refused = await failureOf(press(scene, 'drive'))
  expect([refused.status, refused.code]).toEqual([409, 'google_reconnect'])
  const calls = standIn.calls.length
  await expect(press(scene, 'drive')).rejects.toThrow('Google access has expired')
  await app.work()
  expect(standIn.calls.length).toBe(calls)
  expect(await connect(scene, 'drive')).toContain('google_auth=success')
  expect(await press(scene, 'drive')).toMatchObject({ state: 'done' })
  expect((await admin.call(google.status, {})).grants[0]?.state).toBe('ok')
})

test('an error of the token endpoint does not count as revoked', async () => {
  await using scene = await openGoogleTestApp()
  const { admin, standIn } = scene
  await connect(scene, 'drive')
  standIn.faults.push({ call: 'token', status: 500, times: 9 })
  const refused = await failureOf(admin.call(google.confirm, { serviceType: 'drive' }))
  expect(refused.code).toBe('unavailable')
  standIn.faults.length = 0
  await admin.call(google.confirm, { serviceType: 'drive' })
})

test('an access token that Google calls invalid is renewed once, for all waiting requests', async () => {
  await using scene = await openGoogleTestApp()
  const { standIn } = scene
  await connect(scene, 'drive')
  await connect(scene, 'calendar')
  await press(scene, 'drive')
  standIn.consents.accessTokens.clear()
  const before = standIn.calls.filter((call) => call === 'token').length
  await Promise.all([press(scene, 'drive'), press(scene, 'sheets')])
  const after = standIn.calls.filter((call) => call === 'token').length
  expect(after - before).toBe(1)
})

test('the daily look finds a grant that has died', async () => {
  await using scene = await openGoogleTestApp()
  const { app, admin, standIn } = scene
  await connect(scene, 'gmail')
  standIn.consents.refreshTokens.clear()
  await app.work()
  expect((await admin.call(google.status, {})).grants[0]).toMatchObject({
    group: 'gmail',
    state: 'needs_reconnect',
    reason: expect.stringContaining('connect Google again'),
  })
})

test('disconnecting works here even when Google does not answer', async () => {
  await using scene = await openGoogleTestApp()
  const { admin, standIn } = scene
  await connect(scene, 'drive')
  await connect(scene, 'calendar')
  await admin.call(google.disconnect, { group: 'files' })
  expect(standIn.consents.refreshTokens.size).toBe(1)
  standIn.faults.push({ call: 'revoke', hangs: true, times: 9 })
  scene.waitOnly(500)
  await admin.call(google.disconnect, { group: 'calendar' })
  expect((await admin.call(google.status, {})).grants).toEqual([])
  expect((await failureOf(press(scene, 'drive'))).code).toBe('google_reconnect')
})

test('an id token for another client, of another issuer or out of date is ignored', () => {
  const now = Date.now() / 1000
  const sound = {
    iss: 'https://accounts.google.com',
    aud: 'an-id',
    sub: '1',
    email: 'a@n.example',
    exp: now + 3600,
  }
  const accountOf = (claims: object) => {
    const body = Buffer.from(JSON.stringify({ ...sound, ...claims })).toString('base64url')
    return claimsOf(`e30.${body}.`, 'an-id')
  }
  expect(accountOf({})).toEqual({ sub: '1', email: 'a@n.example' })
  for (const wrong of [
    { aud: 'another-id' },
    { aud: ['an-id', 'another-id'] },
    { iss: 'https://accounts.google.com.evil.example' },
    { exp: now - 600 },
    { sub: 7 },
    { email: undefined },
  ]) {
    expect([wrong, accountOf(wrong)]).toEqual([wrong, undefined])
  }
  for (const text of ['', 'x', 'a.b.c', 'e30.bnVsbA.', undefined, null]) {
    expect(claimsOf(text, 'an-id')).toBe(undefined)
  }
})

test('a redirect is not followed with a token', async () => {
  await using scene = await openGoogleTestApp()
  const followed: string[] = []
  const server = createServer(({ url = '' }, response) => {
    followed.push(url)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = await openClient(scene.app.deps)
  client.setCredentials({ access_token: 'a-token' })
  const asked = client.request({ url: `http://127.0.0.1:${port}/api`, retry: false })
  await expect(asked).rejects.toThrow()
  server.close()
  expect(followed).toEqual(['/api'])
})

test('without credentials every call says who can set it up', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const clientId = '01a1f904-ccfd-7ae2-b26f-4793b12995ef'
  for (const call of [
    () => admin.call(google.authUrl, { serviceType: 'drive' }),
    () => admin.call(google.confirm, { serviceType: 'drive' }),
    () => admin.call(googleSetups.sheet, { clientId }),
    () => admin.call(googleSetups.plan, { clientId, serviceType: 'gmail' }),
  ]) {
    const refused = await failureOf(call())
    expect([refused.status, refused.code]).toEqual([503, 'google_not_configured'])
    expect(refused.message).toMatch(/An owner can set it up\.$/)
  }
  const state = await admin.call(google.status, {})
  expect(state).toMatchObject({ configured: false, grants: [] })
  expect(state.sentence).not.toContain('GOOGLE_CLIENT_ID')
  const owner = await app.person('owner')
  expect((await owner.call(google.status, {})).sentence).toContain('GOOGLE_CLIENT_ID')
})
