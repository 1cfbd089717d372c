import { expect, test } from 'vitest'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { colorsFor } from './colors.ts'
import { colors } from './contract.ts'

const none = { primary: null, machine: null, human: null, inkHue: null }

test('an admin sees what colors lead to, and nothing is stored', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const chosen = { ...none, primary: '#6CC24A' }
  const { light, adjusted, failures } = await admin.call(colors.derive, chosen)
  expect(light).toEqual(colorsFor({ ...none, primary: '#6cc24a' }).light)
  expect([adjusted[0]?.token, failures]).toEqual(['primary', []])
  expect(app.deps.content.settings().document.appearance.primary).toBeNull()
  const agent = await app.person('agent')
  await expect(agent.call(colors.derive, none)).rejects.toMatchObject({ code: 'forbidden' })
  const bad = admin.call(colors.derive, { ...none, primary: 'red' })
  await expect(bad).rejects.toMatchObject({ code: 'invalid_input', fields: { primary: /Use a/ } })
})

test('colors of workflow and person that are too close block the publish by field', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const like = { machine: '#ffd400', human: '#ffd700' }
  const { problems } = await save(admin, 'appearance', like)
  expect(problems.map(({ path, level }) => [path, level])).toEqual([
    ['machine', 'blocker'] as const,
    ['machine', 'blocker'] as const,
  ])
  await expect(publish(admin, ['appearance'])).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { 'appearance.machine': expect.stringContaining('too close') },
  })
  await save(admin, 'appearance', { ...like, human: '#e08fb0' })
  expect(await publish(admin, ['appearance'])).toMatchObject({ version: 2 })
})

test('colors that color-blind people hardly tell apart are a warning', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { problems } = await save(admin, 'appearance', { machine: '#f2c14e', human: '#9fd356' })
  expect(problems).toMatchObject([{ path: 'human', level: 'warning' }])
})
