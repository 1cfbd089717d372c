import { expect, test } from 'vitest'
import { parse } from '#server/mime/parse.ts'
import { mailInEnvironment, mailOf, multipartOf, textPart } from '#test/harness/mails.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { automaticSigns } from './automatic-signs.server.ts'
import { findWriter } from './find-writer.server.ts'

const calendar = multipartOf('mixed', [
  textPart('Accepted'),
  {
    headers: { 'Content-Type': 'text/calendar; method=REPLY' },
    body: 'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR\r\n',
  },
])
const receipt = multipartOf('report; report-type=disposition-notification', [textPart('Read')])

type Case = Record<string, string> | Buffer

/** For each sign, mails that have it, and similar mails that do not. */
const cases: Record<string, { has: Case[]; hasNot: Case[] }> = {
  'Auto-Submitted (RFC 3834)': {
    has: [
      { 'Auto-Submitted': 'auto-generated' },
      { 'Auto-Submitted': ' Auto-Replied (vacation); owner-email="x"' },
      { 'Auto-Submitted': 'auto-notified' },
    ],
    hasNot: ['no', ' NO ; a=b', 'no(person)', 'none', ''].map((no) => ({ 'Auto-Submitted': no })),
  },
  'X-Autoreply, X-Autorespond': {
    has: [{ 'X-Autoreply': 'yes' }, { 'X-Autorespond': 'Re: A question' }],
    hasNot: [{ 'X-Autoreply': 'no' }, { 'X-Autorespond': 'False' }],
  },
  'Precedence: auto_reply or junk': {
    has: [{ Precedence: 'Auto_Reply' }, { Precedence: 'junk' }],
    hasNot: [{ Precedence: 'list' }, { Precedence: 'normal' }, { Precedence: 'first-class' }],
  },
  'Precedence: bulk, unless a list hands on an answer': {
    has: [
      { Precedence: 'bulk' },
      { Precedence: 'Bulk', 'In-Reply-To': '<ours@x>' },
      { Precedence: 'bulk', 'List-Id': '<news.x>' },
    ],
    hasNot: [
      { Precedence: 'bulk', 'List-Id': '<talk.x>', 'In-Reply-To': '<ours@x>' },
      { Precedence: 'bulk', 'List-Post': '<mailto:talk@x>' },
    ],
  },
  'List-Unsubscribe-Post (RFC 8058), unless in an answer': {
    has: [{ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }],
    hasNot: [{ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', References: '<ours@x>' }],
  },
  'List-Unsubscribe, unless of a discussion or in an answer': {
    has: [
      { 'List-Unsubscribe': '<mailto:x@x>' },
      { 'List-Unsubscribe': '<https://x>', 'List-Id': '<news.x>', 'List-Post': 'NO' },
    ],
    hasNot: [
      { 'List-Unsubscribe': '<mailto:x@x>', 'List-Post': '<mailto:talk@x>' },
      { 'List-Unsubscribe': '<mailto:x@x>', Precedence: 'list' },
      { 'List-Unsubscribe': '<mailto:x@x>', 'In-Reply-To': '<ours@x>' },
    ],
  },
  'the null sender': {
    has: [{ 'Return-Path': '<>' }, { 'Return-Path': ' < > ' }],
    hasNot: [{ 'Return-Path': '<vera@visitor.test>' }],
  },
  'From of a mail server': {
    has: [{ From: 'Mailer-Daemon@mx.test' }, { From: 'Mail <postmaster@mx.test>' }],
    hasNot: [{ From: 'noreply@shop.test' }, { From: 'postmaster.smith@firm.test' }],
  },
  'a report (RFC 6522)': { has: [receipt], hasNot: [] },
  'an answer by a calendar': { has: [calendar], hasNot: [] },
  'From of an address that we read, unless for another': {
    has: [{ From: 'site@firm.test' }, { From: 'Reply+x@IN.firm.test' }],
    hasNot: [
      { From: 'site@firm.test', 'Reply-To': 'vera@visitor.test' },
      { From: 'staff@firm.test' },
      { From: 'site@firm.test.elsewhere.test' },
    ],
  },
}

test('each sign alone shows that a program wrote a mail, and what resembles it does not', async () => {
  await using app = await openTestApp({ environment: mailInEnvironment })
  const signsOf = async (one: Case) => {
    const mail = await parse(Buffer.isBuffer(one) ? one : mailOf('Hello', one))
    const writer = findWriter(app.deps, mail, null)
    const facts = { mail, writer, envelopeSender: null, isInThread: true }
    return Object.keys(automaticSigns).filter((sign) => automaticSigns[sign]?.(facts, app.deps))
  }
  expect(Object.keys(cases)).toEqual(Object.keys(automaticSigns))
  for (const [sign, { has, hasNot }] of Object.entries(cases)) {
    for (const one of has) expect(await signsOf(one), String(one)).toEqual([sign])
    for (const one of hasNot) expect(await signsOf(one), JSON.stringify(one)).toEqual([])
  }
  const ofPeople: Case[] = [
    { 'List-Id': '<info.firm.test>' },
    { 'Mailing-list': 'list info@firm.test' },
    { 'X-MS-Exchange-Inbox-Rules-Loop': 'vera@visitor.test' },
    { 'X-Auto-Response-Suppress': 'All' },
  ]
  for (const one of ofPeople) expect(await signsOf(one), JSON.stringify(one)).toEqual([])
})
