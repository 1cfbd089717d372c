import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, contentState, users as table } from '#server/database/schema.ts'
import { face, uploadPicture } from '#test/harness/pictures.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { auth } from '../sign-in/contract.ts'
import { users } from '../users/contract.ts'
import { account } from './contract.ts'

test('title and portrait are part of the profile; what is absent stays', async () => {
  await using app = await openTestApp({ seeded: true })
  const mara = await app.person('agent', 'mara')
  const { id: portraitId, variants } = await uploadPicture(app, mara, 'portrait', await face())
  const portraitUrl = variants.find(({ variant }) => variant === '96')?.url
  const { revision } = await mara.call(account.profile, {})
  const content = async () => (await app.db.select().from(contentState))[0]?.version ?? 0
  const before = await content()
  const change = { revision, displayName: 'Mara Lind', title: ' Partner ', portraitId }
  const saved = await mara.call(account.saveProfile, change)
  expect(saved).toMatchObject({ title: 'Partner', portraitId, portraitUrl, signature: null })
  expect(await content()).toBe(before + 1)
  const { user } = await mara.call(auth.me, {})
  expect(user).toMatchObject({ displayName: 'Mara Lind', title: 'Partner', portraitUrl })
  const kept = await mara.call(account.saveProfile, { revision: saved.revision, signature: 'M.' })
  expect(kept).toMatchObject({ title: 'Partner', portraitUrl, signature: 'M.' })
  const cleared = { revision: kept.revision, title: '', portraitId: null }
  expect(await mara.call(account.saveProfile, cleared)).toMatchObject({
    title: null,
    portraitId: null,
    portraitUrl: null,
    displayName: 'Mara Lind',
  })
})

test('only a picture uploaded as a portrait can be one', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const { id: icon } = await uploadPicture(app, admin, 'icon', await face())
  const { revision } = await admin.call(account.profile, {})
  for (const portraitId of [icon, crypto.randomUUID()]) {
    await expect(admin.call(account.saveProfile, { revision, portraitId })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { portraitId: 'This picture doesn’t exist anymore' },
    })
  }
})

test('an owner changes and clears the profile of somebody else, an admin does not', async () => {
  await using app = await openTestApp()
  const [owner, admin] = [await app.person('owner', 'o'), await app.person('admin', 'a')]
  const { user } = await admin.call(auth.me, {})
  const input = { id: user.id, revision: 0, displayName: 'Former colleague', title: null }
  await expect(admin.call(users.saveProfile, input)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await owner.call(users.saveProfile, input)).toMatchObject({
    revision: 1,
    displayName: 'Former colleague',
  })
  await expect(owner.call(users.saveProfile, input)).rejects.toMatchObject({
    code: 'conflict',
    current: { revision: 1, displayName: 'Former colleague' },
  })
  expect(await owner.call(users.profile, { id: user.id })).toMatchObject({ revision: 1 })
  const read = admin.call(users.profile, { id: user.id })
  await expect(read).rejects.toMatchObject({ code: 'forbidden' })
  const isProfile = eq(auditEntries.action, 'user.profile_changed')
  expect(await app.db.select().from(auditEntries).where(isProfile)).toMatchObject([
    { subjectId: user.id, details: {} },
  ])
  const unknown = owner.call(users.saveProfile, { ...input, id: crypto.randomUUID() })
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
  expect(await app.db.$count(table)).toBe(2)
})
