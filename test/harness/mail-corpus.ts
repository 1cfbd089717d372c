import { mailOf } from './mails.ts'

/** What must become of a mail. `text` is everything that its sender wrote. */
type Ends = {
  kind?: 'received' | 'automatic' | 'bounce' | 'note'
  /** The code for why it does not become a message. */
  unreadable?: string
  text?: string
  quoted?: string
  subject?: string
  from?: string
  files?: string[]
  refused?: string[]
  suspect?: true
  /** Why the second parser reads the mail differently, if it does. */
  unlike?: string
}

export type Case = { name: string; raw: Buffer; sender?: string; ends: Ends }

const question = 'When can we start?'
export const own = 'Monday suits us.'
const quoted = `> ${question}`

/** Replies as people's mail programs write them. */
const replies: [name: string, text: string, quoted: string][] = [
  ['Gmail', `On Mon, Nov 2, 2026 at 9:12 AM Firm <site@firm.test> wrote:\n\n${quoted}`, quoted],
  [
    'Gmail, folded',
    `On Mon, Nov 2, 2026 at 9:12 AM A Very Long Name Of The Firm <\nsite@firm.test> wrote:\n\n${quoted}`,
    quoted,
  ],
  ['Apple Mail', `> On 2. Nov 2026, at 09:12, Firm <site@firm.test> wrote:\n> \n${quoted}`, quoted],
  [
    'iPhone',
    `Sent from my iPhone\n\n> On 2. Nov 2026, at 09:12, Firm wrote:\n> \n${quoted}`,
    quoted,
  ],
  [
    'Outlook',
    `From: Firm <site@firm.test>\nSent: Monday, November 2, 2026 9:12 AM\nTo: Vera\nSubject: Re: A question\n\n${question}`,
    question,
  ],
  ['Outlook, old', `-----Original Message-----\nFrom: Firm\n\n${question}`, question],
  ['Outlook in German', `Von: Firm <site@firm.test>\nGesendet: Montag\n\n${question}`, question],
  ['Thunderbird', `On 11/2/26 09:12, Firm wrote:\n${quoted}`, quoted],
  ['Thunderbird in German', `Am 02.11.26 um 09:12 schrieb Firm:\n${quoted}`, quoted],
  [
    'Gmail in French',
    `Le lun. 2 nov. 2026 à 09:12, Firm <site@firm.test> a écrit :\n\n${quoted}`,
    quoted,
  ],
  [
    'Gmail in Spanish',
    `El lun, 2 nov 2026 a las 9:12, Firm (<site@firm.test>) escribió:\n\n${quoted}`,
    quoted,
  ],
  [
    'Yahoo',
    `On Monday, November 2, 2026 at 09:12:00 AM GMT+1, Firm <site@firm.test> wrote:\n\n${quoted}`,
    quoted,
  ],
]

const text = (
  name: string,
  body: string,
  headers: Record<string, string | undefined>,
  ends: Ends,
): Case => ({
  name,
  raw: mailOf(body, headers),
  ends: { kind: 'received', ...ends },
})

const latin = Buffer.from('Gr\xfc\xdfe', 'latin1')

/** Makes a mail from headers and a body of any bytes. */
const bytes = (body: Buffer, headers: Record<string, string | undefined>) =>
  Buffer.concat([mailOf('', headers), body])

const encoded = (charset: string, encoding = '8bit') => ({
  'Content-Type': `text/plain; charset=${charset}`,
  'Content-Transfer-Encoding': encoding,
})

const charsets: Case[] = [
  text('no charset, ASCII', own, { 'Content-Type': 'text/plain' }, { text: own }),
  text(
    'no MIME at all',
    own,
    { 'MIME-Version': undefined, 'Content-Type': undefined },
    { text: own },
  ),
  {
    name: 'no charset, UTF-8',
    raw: bytes(Buffer.from('Grüße'), { 'Content-Type': 'text/plain' }),
    ends: { kind: 'received', text: 'Grüße' },
  },
  {
    name: 'ISO-8859-1',
    raw: bytes(latin, encoded('iso-8859-1')),
    ends: { kind: 'received', text: 'Grüße' },
  },
  {
    name: 'Windows-1252 called ISO-8859-1',
    raw: bytes(Buffer.from('\x93Gr\xfc\xdfe\x94', 'latin1'), encoded('iso-8859-1')),
    ends: { kind: 'received', text: '“Grüße”' },
  },
  {
    name: 'wrong charset: Latin-1 called UTF-8',
    raw: bytes(latin, encoded('utf-8')),
    ends: { kind: 'received', text: 'Grüße', unlike: 'believes the label' },
  },
  {
    name: 'unknown charset',
    raw: bytes(Buffer.from(own), encoded('x-nonsense')),
    ends: { kind: 'received', text: own },
  },
  {
    name: 'Shift_JIS',
    raw: bytes(Buffer.from('82b182f182c982bf82cd', 'hex'), encoded('shift_jis')),
    ends: { kind: 'received', text: 'こんにちは' },
  },
  {
    name: 'ISO-2022-JP',
    raw: bytes(Buffer.from('\x1b$B$3$s$K$A$O\x1b(B', 'latin1'), encoded('iso-2022-jp', '7bit')),
    ends: { kind: 'received', text: 'こんにちは' },
  },
  {
    name: 'KOI8-R',
    raw: bytes(Buffer.from('f0d2c9d7c5d4', 'hex'), encoded('koi8-r')),
    ends: { kind: 'received', text: 'Привет' },
  },
  {
    name: 'GB18030',
    raw: bytes(Buffer.from('c4e3bac3', 'hex'), encoded('gb18030')),
    ends: { kind: 'received', text: '你好' },
  },
  text('quoted-printable', 'Gr=C3=BC=C3=9Fe =\nund Dank', encoded('utf-8', 'quoted-printable'), {
    text: 'Grüße und Dank',
  }),
  text('broken quoted-printable', '100=% =ZZ', encoded('utf-8', 'quoted-printable'), {
    text: '100=% =ZZ',
  }),
  text('base64', Buffer.from('Grüße').toString('base64'), encoded('utf-8', 'base64'), {
    text: 'Grüße',
  }),
  text('NUL and half a surrogate', 'a\0b', {}, { text: 'ab', unlike: 'keeps NUL' }),
  text(
    'format=flowed',
    'One long \nline',
    { 'Content-Type': 'text/plain; format=flowed' },
    {
      text: 'One long line',
    },
  ),
]

const subjects: Case[] = [
  text(
    'subject in two encoded words',
    own,
    { Subject: '=?utf-8?q?Gr=C3=BC?= =?utf-8?q?=C3=9Fe?=' },
    { subject: 'Grüße' },
  ),
  text('subject in base64', own, { Subject: '=?UTF-8?B?R3LDvMOfZQ==?=' }, { subject: 'Grüße' }),
  text('subject in raw UTF-8', own, { Subject: 'Grüße' }, { subject: 'Grüße' }),
  text('no subject', own, { Subject: undefined }, { subject: '' }),
  text(
    'subject of 2,000 characters',
    own,
    { Subject: 'x'.repeat(2000) },
    { subject: 'x'.repeat(998), unlike: 'keeps all' },
  ),
  text(
    'line breaks in an encoded subject',
    own,
    { Subject: '=?utf-8?q?a=0D=0ABcc:_x?=' },
    { subject: 'a Bcc: x', unlike: 'keeps the breaks' },
  ),
  text('bare LF at the ends of lines', own, { Subject: 'A\n  folded' }, { subject: 'A folded' }),
  text('no From', own, { From: undefined }, { from: '' }),
  text(
    'From with a comment and quotes',
    own,
    { From: '"Visitor, Vera" <vera@visitor.test> (home)' },
    { from: 'vera@visitor.test' },
  ),
  text(
    'two From addresses',
    own,
    { From: 'vera@visitor.test, eve@elsewhere.test' },
    { from: '', suspect: true, unlike: 'takes the first' },
  ),
  text('a group as recipient', own, { To: 'Undisclosed recipients:;' }, { text: own }),
  text('a date that is none', own, { Date: 'yesterday' }, { text: own }),
  text(
    'no Date and no Message-ID',
    own,
    { Date: undefined, 'Message-ID': undefined },
    { text: own },
  ),
  text(
    '500 references',
    own,
    { References: Array.from({ length: 500 }, (_, n) => `<${n}@x.test>`).join('\r\n ') },
    { text: own },
  ),
  text(
    'a folded header of 200 lines',
    own,
    { 'X-Long': Array.from({ length: 200 }, () => 'x'.repeat(70)).join('\r\n ') },
    { text: own },
  ),
]

const automatic: Case[] = (
  [
    [
      'out-of-office of Exchange',
      {
        'Auto-Submitted': 'auto-generated',
        'X-MS-Exchange-Inbox-Rules-Loop': 'vera@visitor.test',
        Subject: 'Automatic reply: A question',
      },
    ],
    [
      'out-of-office of Gmail',
      { 'Auto-Submitted': 'auto-replied', Precedence: 'bulk', 'X-Autoreply': 'yes' },
    ],
    ['vacation of Dovecot', { 'Auto-Submitted': 'auto-replied (vacation)', 'Return-Path': '<>' }],
    [
      'a ticket system: Zendesk',
      { 'Auto-Submitted': 'auto-generated', 'X-Mailer': 'Zendesk Mailer' },
    ],
    [
      'a ticket system: OTRS',
      { Precedence: 'bulk', 'X-Powered-By': 'OTRS', Subject: '[Ticket#2026110210] A question' },
    ],
    [
      'a ticket system: Jira',
      { 'Auto-Submitted': 'auto-generated', Precedence: 'bulk', 'X-JIRA-FingerPrint': 'x' },
    ],
    [
      'a newsletter',
      { 'List-Id': 'News <news.shop.test>', 'List-Unsubscribe': '<mailto:x@shop.test>' },
    ],
    ['a mail server', { From: 'Mail Delivery Subsystem <mailer-daemon@mx.test>' }],
  ] as [string, Record<string, string>][]
).map(([name, headers]) => ({
  name,
  raw: mailOf(own, headers),
  ends: { kind: 'automatic', text: own },
}))

/** People's replies that others forwarded, as mail programs mark them. */
const sentOn: Case[] = [
  text(
    'an answer through Google Groups',
    own,
    {
      Precedence: 'list',
      'Mailing-list': 'list info@firm.test; contact info+owners@firm.test',
      'List-ID': '<info.firm.test>',
      'List-Post': '<mailto:info@firm.test>',
      'List-Unsubscribe': '<mailto:googlegroups-manage+1+unsubscribe@googlegroups.test>',
    },
    { text: own },
  ),
  text('a forwarding rule of Exchange', own, { 'X-MS-Exchange-Inbox-Rules-Loop': 'a@b.test' }, {}),
  text(
    'a form that sends for a visitor',
    own,
    { From: 'Form <noreply@forms.test>', 'Reply-To': 'Vera <vera@visitor.test>' },
    { from: 'vera@visitor.test', unlike: 'shows From' },
  ),
  text(
    'a comma in a name',
    own,
    { From: 'Feld, Nora <nora@feld.test>' },
    {
      from: 'nora@feld.test',
      unlike: 'takes the name for a mailbox',
    },
  ),
]

export const plainCases: Case[] = [
  ...replies.map(([name, rest, quotedText]) => ({
    name: `an answer from ${name}`,
    raw: mailOf(`${own}\n\n${rest}`),
    ends: { kind: 'received', text: own, quoted: quotedText } as const,
  })),
  text(
    'an answer between the quotes',
    `> ${question}\nYes.\n> And how?\nBy train.`,
    {},
    { quoted: '' },
  ),
  text('nothing but a quote', quoted, {}, { text: quoted, quoted: '' }),
  ...charsets,
  ...subjects,
  ...automatic,
  ...sentOn,
]
