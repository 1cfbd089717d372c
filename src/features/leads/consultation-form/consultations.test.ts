import { expect, test } from 'vitest'
import {
  budgets,
  contactMethods,
  labelOf,
  projectTypes,
  teamSizes,
  timelines,
  urgencies,
} from '#contract/consultation-options.ts'
import { serviceOptions } from '#contract/service-options.ts'
import { allInquiries } from '#test/harness/leads.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { inquiries } from '../contract.ts'
import { firstAnswers, toInquiry } from './answers.ts'

const request = toInquiry({
  ...firstAnswers({ name: 'Ada Okafor', email: 'ada@northfold.example', company: 'Northfold' }),
  projectDescription: 'Four thousand slips a week.',
  phone: '555-0101',
  projectType: 'process-automation',
  servicesInterested: ['Document Processing', 'Other'],
  budget: '10k-25k',
  hasExistingAI: true,
  preferredContactMethod: 'video',
})

test('a request is found by staff with every answer as it was given', async () => {
  await using app = await openTestApp()
  const sent = await app.stranger().call(inquiries.create, { ...request, filledInMs: 9000 })
  expect(sent).toMatchObject({ success: true, id: expect.any(String) })
  const agent = await app.person('agent')
  const found = await allInquiries(agent)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ ...request, id: sent.id, status: 'new', clientId: null })
})

test('a request sent again with its key, or with its content alone, is one request', async () => {
  await using app = await openTestApp()
  const visitor = app.stranger()
  const first = await visitor.call(inquiries.create, request, { idempotencyKey: 'dialog-1' })
  const again = await visitor.call(inquiries.create, request, { idempotencyKey: 'dialog-1' })
  const reopened = await visitor.call(inquiries.create, request, { idempotencyKey: 'dialog-2' })
  expect([again.id, reopened.id]).toEqual([first.id, first.id])
  const agent = await app.person('agent')
  expect(await agent.call(inquiries.list, {})).toHaveLength(1)
})

test('a phone number that is too long, or other text, is refused at its field', async () => {
  await using app = await openTestApp()
  const send = (phone: string) => {
    const consultationData = { ...request.consultationData, phone }
    return app.stranger().call(inquiries.create, { ...request, consultationData })
  }
  const sentence = 'Use only digits, spaces and + ( ) - . / x'
  for (const [phone, said] of [
    ['Win: https://win.example', sentence],
    ['030 12 ext. 4', sentence],
    ['+49\t30', sentence],
    ['5'.repeat(31), 'Use at most 30 characters'],
  ] as const) {
    await expect(send(phone)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { 'consultationData.phone': said },
    })
  }
  const agent = await app.person('agent')
  await send('')
  expect(await allInquiries(agent)).toMatchObject([{ consultationData: { phone: '' } }])
})

test('the options are the stored tokens, in order, each with words of its own', () => {
  const tokens = [projectTypes, timelines, budgets, teamSizes, urgencies, contactMethods].map(
    (options) => options.map(({ value }) => value),
  )
  expect(tokens).toEqual([
    [
      'new-implementation',
      'process-automation',
      'system-integration',
      'optimization',
      'consultation-only',
      'other',
    ],
    ['asap', '1-3-months', '3-6-months', '6-12-months', 'flexible'],
    ['under-10k', '10k-25k', '25k-50k', '50k-100k', '100k-plus', 'not-sure'],
    ['1-10', '11-50', '51-200', '201-1000', '1000-plus'],
    ['high', 'medium', 'low'],
    ['email', 'phone', 'video', 'in-person'],
  ])
  expect(labelOf(budgets, '10k-25k')).toBe('$10,000 to $25,000')
  expect(labelOf(budgets, 'a yacht')).toBe('a yacht')
})

test('the services to tick are the six of the firm and Other', () => {
  const offered = serviceOptions.filter(({ inConsultation }) => inConsultation)
  expect(offered.map(({ label }) => label)).toEqual([
    'Document Processing',
    'Customer Service Automation',
    'Marketing Automation',
    'Data Analysis & Insights',
    'Custom AI Solutions',
    'Workflow Automation',
    'Other',
  ])
})
