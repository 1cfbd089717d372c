import { expect, test } from 'vitest'
import { legalTexts, type Retain } from './legal-texts.ts'

test('the privacy page says how long data is kept', () => {
  const privacy = (retain?: Retain) =>
    legalTexts(false, retain).find(({ slug }) => slug === 'privacy')?.body
  expect(privacy()).toContain('We keep what you send us until you ask us to delete it. We’ll tell')
  expect(privacy({ mail: 1, chats: 1_000 })).toContain(
    `We delete automatically:

- Chats: 1,000 days after they end.
- Email with people who aren’t clients: 1 day after the last message.

We keep everything else until you ask us to delete it. We’ll tell`,
  )
})
