import { expect, test } from 'vitest'
import { splitReply } from './split-reply.ts'

const ours = { addresses: ['site@firm.test', 'reply@in.firm.test'], names: ['Counterfoil'] }
const split = (text: string, subject = 'AW: A question') => splitReply(text, { ours, subject })

const own = 'Monday suits us.'
const question = 'When can we start?'

/** Headers of an earlier mail as mail programs write them above a quotation. */
const headings: [program: string, lines: string][] = [
  [
    'Outlook on the web',
    `________________________________\nFrom: Bob, Counterfoil <site@firm.test>\nSent: Monday, November 2, 2026 9:12 AM\nTo: Vera Visitor <vera@visitor.test>\nSubject: A question`,
  ],
  [
    'Outlook on a phone',
    `Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Counterfoil\nSent: Monday, November 2, 2026 9:12:00 AM\nTo: Vera\nSubject: A question`,
  ],
  ['names without addresses', `From: Bob, Counterfoil\nSent: Monday\nTo: Vera\nSubject: Other`],
  ['the subject alone', `From: Bob\nSent: Monday\nTo: Vera\nSubject: Re: A question`],
  ['bold', `*From:* Bob, Counterfoil\n*Sent:* Monday\n*To:* Vera\n*Subject:* A question`],
  ['bold of Markdown', `**From:** Bob\n**Sent:** Monday\n**To:** Vera\n**Subject:** A question`],
  ['Danish', `Fra: Counterfoil\nSendt: 2. november 2026 09:12\nTil: Vera\nEmne: A question`],
  ['Swedish', `Från: Bob\nSkickat: den 2 november 2026\nTill: Vera\nÄmne: SV: A question`],
  ['Finnish', `Lähettäjä: Bob\nLähetetty: maanantai\nVastaanottaja: Vera\nAihe: VS: A question`],
  ['Polish', `Od: Counterfoil\nWysłane: poniedziałek\nDo: Vera\nTemat: Odp: A question`],
  ['Czech', `Od: Counterfoil\nOdesláno: pondělí\nKomu: Vera\nPředmět: A question`],
  ['Russian', `От: Counterfoil\nОтправлено: понедельник\nКому: Vera\nТема: A question`],
  ['Chinese', `发件人：Counterfoil\n发送时间：2026年11月2日\n收件人：Vera\n主题：回复：A question`],
  [
    'Japanese',
    `差出人: Counterfoil <site@firm.test>\n送信日時: 2026年11月2日\n宛先: Vera\n件名: A question`,
  ],
  ['Greek', `Από: Bob\nΣτάλθηκε: Δευτέρα\nΠρος: Vera\nΘέμα: A question`],
  ['French', `De : Bob\nEnvoyé : lundi\nÀ : Vera <vera@visitor.test>\nObjet : RE: A question`],
  [
    'many recipients',
    `From: Bob\nSent: Monday\nTo: Vera Visitor <vera@visitor.test>; Anna Visitor <anna@visitor.test>;\nOtto <otto@visitor.test>\nCc: reply+4f2a@in.firm.test\nSubject: Other`,
  ],
  ['a rule with words', `-----Original Message-----\nFrom: Bob`],
  ['a rule with words in German', `-----Ursprüngliche Nachricht-----\nVon: Bob\nGesendet: Montag`],
  ['QQ Mail', `------------------ 原始邮件 ------------------\n发件人: "Bob"`],
]

test.for(headings)('what follows headings of a mail is folded: %s', ([, lines]) => {
  const { text, quotedText } = split(`${own}\n\n${lines}\n\n${question}\n`)
  expect(text).toBe(own)
  expect(quotedText).toContain(question)
})

const attributed: [name: string, rest: string][] = [
  ['English', `On Mon, Nov 2, 2026 at 9:12 AM Bob wrote:\n\n> ${question}`],
  [
    'two lines',
    `On Mon, Nov 2, 2026 at 9:12 AM A Very Long Name <\nsite@firm.test> wrote:\n\n> ${question}`,
  ],
  ['Danish', `Den man. 2. nov. 2026 kl. 09.12 skrev Bob <bob@firm.test>:\n\n> ${question}`],
  ['Czech', `po 2. 11. 2026 v 9:12 odesílatel Bob <bob@firm.test> napsal:\n\n> ${question}`],
  ['Russian', `пн, 2 нояб. 2026 г. в 09:12, Bob <bob@firm.test>:\n\n> ${question}`],
  [
    'without marks, but with our address',
    `On Mon, Nov 2, 2026, Bob <site@firm.test> wrote:\n\n${question}`,
  ],
  ['a phone', `Sent from my iPhone\n\n> On 2. Nov 2026, at 09:12, Bob wrote:\n> \n> ${question}`],
]

test.for(attributed)('quoted lines are folded with what attributes them: %s', ([, rest]) => {
  expect(split(`${own}\n\n${rest}`)).toMatchObject({
    text: own,
    quotedText: expect.stringContaining(question),
  })
})

/** None of this text is from an earlier mail. */
const written: [name: string, text: string][] = [
  [
    'an attribution of their own',
    'Hello,\n\nOn Monday Bob from your team wrote:\nwe may start in May.\n\nIs that so?',
  ],
  [
    'one in German',
    'Hallo,\n\nam Montag um 9 schrieb Bob <bob@team.test>:\nes geht im Mai los.\n\nStimmt das?',
  ],
  [
    'one with the address that they wrote to',
    'On 5 May I wrote to site@firm.test:\nnothing came.\n\nPlease call.',
  ],
  [
    'one in the middle of quotes',
    `On Monday Bob wrote:\n> ${question}\n\nMonday.\n\n> And how?\n\nBy train.`,
  ],
  [
    'an order form',
    'Our order:\n\nName: Vera\nDate: 5 May\nPieces: 12\nDeliver to: Kiel\n\nPlease confirm.',
  ],
  [
    'a form with rules',
    '__________\nName: Vera\nDate: 5 May\n__________\nPieces: 12\nColor: red\n\nThanks',
  ],
  [
    'a sender that is not ours',
    'I got this from\nFrom: Nora <nora@feld.test>\nwho needs help.\n\nCan you?',
  ],
  ['two lines with our address', 'Sender: Vera\nTo: site@firm.test\n\nI need an offer.'],
  ['a rule', 'First.\n\n----------\n\nSecond.\n\n________________________________\n\nThird.'],
  ['a greeting', 'Yes.\n\nCheers\nVera\n\nP.S. Not before May.'],
  [
    'links',
    'See:\nhttps://firm.test/a\nhttps://firm.test/b\nhttps://firm.test/c\nhttps://firm.test/d',
  ],
]

test.for(written)('what somebody wrote stays their text: %s', ([, text]) => {
  expect(split(text)).toEqual({ text, quotedText: null })
})

test('a text of a megabyte that looks like headings, attributions and quotes is split in time', () => {
  const line = [
    'a: ',
    '> ',
    'On <site@firm.test> 1:',
    '+',
    ' ',
    '-----x',
    '<site@firm.test> wrote:',
  ]
  for (const text of line.flatMap((one) => [one.repeat(1024 * 32), `${one}\n`.repeat(1024 * 32)])) {
    const started = performance.now()
    split(`${text}x`)
    expect(performance.now() - started, text.slice(0, 40)).toBeLessThan(5000)
  }
})
