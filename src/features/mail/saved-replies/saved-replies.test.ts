import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '#test/harness/test-app.ts'
import { savedReplies } from './contract.ts'

test('prepared texts are shared by the team', async () => {
  await using app = await openTestApp()
  const [mara, bo] = [await app.person('agent', 'mara'), await app.person('agent', 'bo')]
  const thanks = await mara.call(savedReplies.create, {
    shortcut: 'thanks',
    text: 'Thank you {name}',
  })
  await bo.call(savedReplies.create, { shortcut: 'hours', text: 'We are here {hours}' })
  expect(await bo.call(savedReplies.list, {})).toMatchObject([
    { shortcut: 'hours', author: { name: 'bo' } },
    { shortcut: 'thanks', text: 'Thank you {name}', author: { name: 'mara' } },
  ])
  const taken = bo.call(savedReplies.update, { id: thanks.id, shortcut: 'hours', text: 'x' })
  await expect(taken).rejects.toMatchObject({ code: 'conflict', fields: { shortcut: /taken/ } })
  const changed = { id: thanks.id, shortcut: 'thanks', text: 'Thanks' }
  expect(await bo.call(savedReplies.update, changed)).toMatchObject({ author: { name: 'bo' } })
  await mara.call(savedReplies.remove, { id: thanks.id })
  expect(await bo.call(savedReplies.list, {})).toHaveLength(1)
  const gone = mara.call(savedReplies.remove, { id: thanks.id })
  await expect(gone).rejects.toMatchObject({ code: 'not_found' })
})

test('a reply that was changed meanwhile is not overwritten', async () => {
  await using app = await openTestApp()
  const [mara, bo] = [await app.person('agent', 'mara'), await app.person('agent', 'bo')]
  const first = await mara.call(savedReplies.create, { shortcut: 'thanks', text: 'Thanks' })
  const changed = { id: first.id, shortcut: 'thanks', text: 'Thank you' }
  const basedOn = { ifMatch: first.updatedAt }
  const second = await bo.call(savedReplies.update, changed, basedOn)
  const mine = { ...changed, text: 'Many thanks' }
  const refused = mara.call(savedReplies.update, mine, basedOn)
  await expect(refused).rejects.toMatchObject({
    code: 'conflict',
    current: { text: 'Thank you', author: { name: 'bo' } },
  })
  await mara.call(savedReplies.update, mine, { ifMatch: second.updatedAt })
  expect(await bo.call(savedReplies.list, {})).toMatchObject([{ text: 'Many thanks' }])
})

test('a shortcut is of letters, digits and hyphens, and there are at most 500', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  for (const shortcut of ['', 'Two', 'a b', 'ä', 'x'.repeat(41)]) {
    const refused = agent.call(savedReplies.create, { shortcut, text: 'x' })
    await expect(refused).rejects.toMatchObject({ fields: { shortcut: /\w/ } })
  }
  await app.db.execute(sql`insert into saved_replies (id, shortcut, text)
    select gen_random_uuid(), 'reply-' || n, 'x' from generate_series(1, 499) n`)
  const key = { idempotencyKey: 'the-last-one' }
  const last = { shortcut: 'last', text: 'x' }
  const both = [0, 1].map(() => agent.call(savedReplies.create, last, key))
  const [first, second] = await Promise.all(both)
  expect(first?.id).toBe(second?.id)
  const full = agent.call(savedReplies.create, { shortcut: 'more', text: 'x' })
  await expect(full).rejects.toMatchObject({ code: 'conflict', message: /500/ })
})
