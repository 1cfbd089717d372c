import { expect, test } from 'vitest'
import { receive, threadWith } from '#test/harness/mail-thread.ts'
import { mailInEnvironment, mailOf } from '#test/harness/mails.ts'
import { openTestApp } from '#test/harness/test-app.ts'

test('a quotation without marks is folded when it is a mail of ours in this conversation', async () => {
  await using app = await openTestApp({ environment: mailInEnvironment })
  const { sent } = await threadWith(app, 'vera@visitor.test')
  const answer = async (text: string) => {
    const { message } = await receive(app, mailOf(text, { 'In-Reply-To': sent.messageId }))
    return [message?.text, message?.quotedText]
  }
  const quotation = 'On Monday Bob from your team wrote:\n\nOur\nanswer'
  expect(await answer(`Yes.\n\n${quotation}`)).toEqual(['Yes.', quotation])
  const danish = 'Den 2. nov. 2026 skrev Bob <bob@team.test>:\nOur answer'
  expect(await answer(`Ja.\n${danish}`)).toEqual(['Ja.', danish])
  for (const own of [
    `Yes.\n\n${quotation}\n\nIs that so?`,
    'On Monday Bob from your team wrote:\nwe may start in May.',
    'Yes.\n\nOur answer',
    quotation,
  ]) {
    expect(await answer(own)).toEqual([own, null])
  }
})
