import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '#features/notifications/delivery/contract.ts'
import { jobs, storedState } from '#server/database/schema.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { attention } from '../attention/contract.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** @param hours hours since the last backup of each outcome. */
async function ended(app: TestApp, hours: { succeeded?: number; failed?: number }) {
  for (const [outcome, since] of Object.entries(hours)) {
    const at = hoursAgo(since)
    await app.db
      .insert(storedState)
      .values({ name: `backup.${outcome}`, at })
      .onConflictDoUpdate({ target: storedState.name, set: { at } })
  }
  for (const _ of [1, 2]) {
    await app.db
      .update(jobs)
      .set({ runAt: hoursAgo(1) })
      .where(eq(jobs.name, 'backups.watch'))
    await app.work()
  }
}

const bellOf = async (person: Person) =>
  (await person.call(notifications.list, {})).items.map(({ title }) => title)

const linesOf = async (person: Person) =>
  (await person.call(attention.show, {})).lines.map(({ text }) => text)

const failedWords = ['The last backup failed', 'The last backup failed.']
const overdueWords = ['No backup for two days', 'There is no backup of two days.']

test.each([
  ['it failed after a good one', { succeeded: 20, failed: 1 }, failedWords],
  ['the first one failed', { failed: 1 }, failedWords],
  ['it has failed for days', { succeeded: 90, failed: 2 }, failedWords],
  ['none ran for two days', { succeeded: 49 }, overdueWords],
  ['the failure before was mended, then none ran', { succeeded: 60, failed: 70 }, overdueWords],
])('owners are told once, owners and admins see: %s', async (_, hours, [notice, line]) => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const others = [await app.person('admin'), await app.person('agent')] as const
  await ended(app, hours)
  expect(await bellOf(owner)).toEqual([notice])
  expect(await linesOf(owner)).toEqual([line])
  expect(await linesOf(others[0])).toEqual([line])
  expect(await linesOf(others[1])).toEqual([])
  for (const one of others) expect(await bellOf(one)).toEqual([])
  // The next successful backup ends it.
  await ended(app, { succeeded: 0 })
  expect(await linesOf(owner)).toEqual([])
  expect((await owner.call(notifications.list, {})).unread).toBe(0)
})

test.each([
  ['a good one of the last night', { succeeded: 25 }],
  ['one that was repeated after a failure', { succeeded: 2, failed: 3 }],
  ['an installation that never made one', {}],
])('nobody is told of %s', async (_, hours) => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  await ended(app, hours)
  expect(await bellOf(owner)).toEqual([])
  expect(await linesOf(owner)).toEqual([])
})
