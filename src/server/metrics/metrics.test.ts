import { expect, test } from 'vitest'
import { inquiries } from '#features/leads/contract.ts'
import { openChatTestApp } from '#test/harness/chat-app.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { ConfigError, readConfig } from '../config.ts'
import { Histogram, writeFamilies } from './exposition.ts'
import { openMetrics } from './metrics.ts'
import { queueSource } from './sources.ts'

const token = 'a-token-of-the-monitoring'
const lead = { name: 'Ada', email: 'ada@n.example', message: 'Hello', filledInMs: 9000 }

async function scrape(app: TestApp): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.send({ url: '/metrics', headers })
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  return answer.payload
}

test('names, values and texts are written as the format wants them', () => {
  const wait = new Histogram([0.1, 1])
  for (const seconds of [0.1, 0.5, 7]) wait.observe(seconds)
  const text = writeFamilies([
    {
      name: 'odd',
      help: 'A back\\slash and\na line',
      type: 'gauge',
      samples: [{ labels: { of: 'a "b"\\c\nd' }, value: Number.POSITIVE_INFINITY }],
    },
    { name: 'empty', help: 'Nothing yet', type: 'counter', samples: [] },
    {
      name: 'wait_seconds',
      help: 'Waiting',
      type: 'histogram',
      samples: wait.samples({ at: 'x' }),
    },
  ])
  expect(text).toBe(
    [
      '# HELP odd A back\\\\slash and\\na line',
      '# TYPE odd gauge',
      'odd{of="a \\"b\\"\\\\c\\nd"} +Inf',
      '# HELP wait_seconds Waiting',
      '# TYPE wait_seconds histogram',
      'wait_seconds_bucket{at="x",le="0.1"} 1',
      'wait_seconds_bucket{at="x",le="1"} 2',
      'wait_seconds_bucket{at="x",le="+Inf"} 3',
      'wait_seconds_sum{at="x"} 7.6',
      'wait_seconds_count{at="x"} 3',
      '',
    ].join('\n'),
  )
})

test('a source that fails takes nothing else with it', async () => {
  const metrics = openMetrics()
  metrics.add(() => Promise.reject(new Error('away')))
  metrics.uploads.labels().add(2)
  const reported: unknown[] = []
  const text = await metrics.expose((error) => reported.push(error))
  expect(text).toContain('\ndocument_uploads_total 2\n')
  expect(text).toContain('\nmetrics_sources_failed 1\n')
  expect(reported).toHaveLength(1)
})

test('without a token there are no metrics on the main port, with one only for who has it', async () => {
  await using closed = await openTestApp()
  expect((await closed.send({ url: '/metrics' })).statusCode).toBe(404)
  await using open = await openTestApp({ environment: { METRICS_TOKEN: token } })
  for (const authorization of [undefined, 'Bearer ', `Bearer ${token}x`, `Basic ${token}`]) {
    const answer = await open.send({
      url: '/metrics',
      ...(authorization && { headers: { authorization } }),
    })
    expect([authorization, answer.statusCode, answer.payload]).toEqual([authorization, 401, ''])
  }
  expect(await scrape(open)).toContain('# TYPE http_requests_total counter')
})

test('requests and messages are counted, by nothing that somebody wrote', async () => {
  await using app = await openTestApp({ environment: { METRICS_TOKEN: token } })
  await app.stranger().call(inquiries.create, lead)
  await app.stranger().call(inquiries.create, lead)
  await app.stranger().call(inquiries.create, { ...lead, message: 'Spam', website: 'x' })
  await app.stranger().call(inquiries.create, { ...lead, service: 'consultation' })
  await app.send({ url: '/api/canary-one?canary=two' })
  await app.send({ method: 'PROPFIND' as 'GET', url: '/canary-three' })
  const text = await scrape(app)
  expect(text).toContain('http_requests_total{method="POST",route="/api/contact",status="2xx"} 4\n')
  expect(text).toContain('http_requests_total{method="GET",route="/api/*",status="4xx"} 1\n')
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="POST",route="\/api\/contact"\} 4\n/,
  )
  expect(text).toContain('leads_received_total{kind="inquiry",quarantined="false"} 1\n')
  expect(text).toContain('leads_received_total{kind="inquiry",quarantined="true"} 1\n')
  expect(text).toContain('leads_received_total{kind="consultation",quarantined="false"} 1\n')
  expect(text).not.toMatch(/canary|n\.example|PROPFIND/)
  let family = ''
  for (const line of text.trimEnd().split('\n')) {
    const [, named] = /^# TYPE ([a-z_]+) (?:counter|gauge|histogram)$/.exec(line) ?? []
    if (named) family = named
    else if (!line.startsWith('# HELP ')) {
      expect(line).toMatch(/^[a-z_]+(\{([a-z]+="[^"\n]*",?)+\})? [\d.e+-]+$/)
      expect(line.startsWith(family)).toBe(true)
    }
  }
})

test('chat messages are counted with the size of their groups, sockets by role', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  await app.agent()
  await app.connect()
  visitor.send({ type: 'send_message', sessionId: visitor.sessionId, content: 'Hello' })
  await visitor.receive('new_message')
  const text = await app.deps.metrics.expose()
  expect(text).toContain('chat_messages_stored_total{sender="visitor"} 1\n')
  expect(text).toContain('chat_group_commit_messages_bucket{le="1"} 1\n')
  expect(app.chat.roles()).toEqual({ visitor: 1, agent: 1, none: 1 })
})

test('the queue reports waiting jobs, their age, and failed ones', async () => {
  await using app = await openTestApp()
  await app.db.execute(`insert into jobs (id, name, run_at, finished_at) values
    (gen_random_uuid(), 'a', now() - interval '91 seconds', null),
    (gen_random_uuid(), 'b', now() - interval '30 seconds', null),
    (gen_random_uuid(), 'c', now() + interval '1 hour', null),
    (gen_random_uuid(), 'd', now() - interval '1 hour', now())`)
  const values = (await queueSource(app.db)()).map(({ name, samples }) => [name, samples[0]?.value])
  expect(values.slice(0, 2)).toEqual([
    ['jobs_waiting', 2],
    ['jobs_failed', 1],
  ])
  expect(values[2]?.[1]).toBeGreaterThanOrEqual(90)
})

test.each([
  ['METRICS_PORT', { METRICS_PORT: '0' }],
  ['METRICS_PORT', { METRICS_PORT: '3000' }],
  ['METRICS_PORT', { METRICS_HOST: '127.0.0.1' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ['RETAIN_CHATS_DAYS', { RETAIN_CHATS_DAYS: '0' }],
])('a wrong %s is refused by name', (name, values) => {
  const read = () => readConfig(values as Record<string, string>)
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(name)
})
