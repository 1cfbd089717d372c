import { expect, test } from 'vitest'
import { quotableWords } from '#features/mail/incoming/fold-own-quotation.server.ts'
import { omitSent } from './omit-sent.server.ts'

const origin = 'https://firm.test'
const sent = [
  'You left our chat before this reached you:\n\nMara:\nAre you there? The price is 900.\n\nContinue the chat in any browser: {link}\n\nOr reply to this email.',
]
const omit = (text: string) =>
  omitSent(
    text,
    sent.map((one) => quotableWords(one, origin)),
    origin,
  )

const link = `${origin}/chat#secret`

/** Only the first line is the visitor's; the rest quotes our mail. */
const answers: [program: string, rest: string][] = [
  [
    'Gmail',
    '\nOn Mon, Nov 2, 2026 at 9:12 AM Mara wrote:\n\n> Mara:\n> Are you there? The price is 900.',
  ],
  [
    'lines broken anew',
    '\nOn Mon, Mara wrote:\n> Are you there? The\n> price is 900.\n>\n> Or reply to this email.',
  ],
  [
    'the secret link',
    `\nOn Mon, Mara wrote:\n> Continue the chat in any browser: ${link}\n> <${link}>`,
  ],
  ['a phone', '\n> On 2. Nov 2026, at 09:12, Mara wrote:\n>\n> Are you there? The price is 900.'],
  [
    'Outlook',
    '\n________________________________\nFrom: Mara\nSent: Monday\nTo: Ada\nSubject: Your chat\n\nYou left our chat before this reached you:\n\nMara:\nAre you there? The price is 900.',
  ],
  [
    'Outlook in Chinese',
    '\n发件人：Mara\n发送时间：2026年\n收件人：Ada\n主题：Chat\n\nMara:\nAre you there? The price is 900.',
  ],
  ['quotes without marks', '\nOn Mon, Mara wrote:\nAre you there? The price is 900.'],
]

test.for(answers)('what is in a mail of ours is left out: %s', ([, rest]) => {
  expect(omit(`Yes!\n${rest}`)).toBe('Yes!')
})

/** Texts that must stay complete. */
const written: [name: string, text: string][] = [
  [
    'an attribution of their own',
    'On Monday Bob from your team wrote:\nwe may start in May.\n\nIs that so?',
  ],
  ['a quote of somebody else', 'See:\n\nOn Mon, Eve wrote:\n> We offer it for 800.'],
  ['headings of their own', 'Name: Ada\nDate: 5 May\nPieces: 12\nDeliver to: Kiel'],
  ['words that we used too', 'The price is 900.\n\nAre you there?'],
]

test.for(written)('what somebody wrote stays: %s', ([, text]) => {
  expect(omit(text)).toBe(text)
})

test('answers between the quotes and below them stay', () => {
  expect(omit('> Are you there?\nYes.\n> The price is 900.\nToo much.\n\nAda')).toBe(
    'Yes.\nToo much.\n\nAda',
  )
})

test('a megabyte of lines that could be quotes does not hold up the process', () => {
  const started = performance.now()
  for (const line of ['a:\n> Mara:\n', '> ', 'On Mon, Mara wrote:\nMara:\n', 'x\n', '> Mara:\n']) {
    omit(`${line.repeat(1024 * 100)}x`)
  }
  expect(performance.now() - started).toBeLessThan(5000)
})
