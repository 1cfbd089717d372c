import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { colleague, openMailApp } from '#test/harness/replies.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { outgoingMail } from './contract.ts'

test('a composer knows whether mail is set up and how its user’s mails are signed', async () => {
  await using without = await openTestApp()
  const agent = await without.person('agent')
  expect(await agent.call(outgoingMail.sender, {})).toEqual({
    isSetUp: false,
    name: '',
    signature: brand.name,
  })
  await using app = await openMailApp()
  const mara = await colleague(app, 'Mara')
  expect(await mara.call(outgoingMail.sender, {})).toEqual({
    isSetUp: true,
    name: 'Mara',
    signature: `Mara\n${brand.name}`,
  })
})
