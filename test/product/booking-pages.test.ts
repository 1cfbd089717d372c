import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerPassword, type RunningProduct, startProduct } from '../harness/product.ts'
import { origin } from '../harness/test-app.ts'

let product: RunningProduct

const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }))

beforeAll(async () => {
  product = await startProduct({
    environment: { PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' },
  })
})
afterAll(() => product[Symbol.asyncDispose]())

const headers = { origin, 'content-type': 'application/json' }

/** The owner takes calls at every hour. */
async function takeCalls(meetingLink?: string): Promise<void> {
  const login = await fetch(`${product.url}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: 'admin', password: ownerPassword }),
  })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const saved = await fetch(`${product.url}/api/admin/hosts/me`, {
    method: 'PUT',
    headers: { ...headers, cookie },
    body: JSON.stringify({ active: true, zone: 'UTC', weekly: always, meetingLink }),
  })
  expect(saved.status).toBe(200)
}

/** Each call gets an address of its own, because limits apply to addresses. */
let last = 0
const newAddress = () => `203.0.113.${++last}`

async function look(path: string, address = newAddress()) {
  const answer = await fetch(`${product.url}${path}`, {
    headers: { 'x-forwarded-for': address },
    redirect: 'manual',
  })
  return { answer, html: (await answer.text()).replaceAll('<!-- -->', '') }
}

type Fields = Record<string, string>

async function send(path: string, fields: Fields, more: Fields = {}) {
  const answer = await fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { origin, 'x-forwarded-for': newAddress(), ...more },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  return { answer, html, location: answer.headers.get('location') ?? '' }
}

const startsIn = (html: string) =>
  [...html.matchAll(/name="start" (?:aria-label="[^"]*" )?value="([^"]+)"/g)].map(
    ([, at]) => at ?? '',
  )

/** Each test gets a day of its own, all of them within the horizon of 30 days. */
let days = 1
function nextDay(): string {
  days += 2
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

const page = '/book/consultation'
const zone = 'Europe/Berlin'
const ada = { name: 'Ada Okafor', email: 'ada@northfold.example', contact: 'video' }

async function holdOne(more: Fields = {}) {
  const { html } = await look(`${page}?zone=${zone}&from=${nextDay()}`)
  const start = startsIn(html)[20] ?? ''
  const held = await send(page, { start, zone, ...more })
  expect(held.answer.status, held.html).toBe(303)
  const path = held.location.replace(/#.*/, '')
  return { start, path, held }
}

async function bookOne(about: Fields = {}) {
  const { path, start } = await holdOne()
  const [to] = path.split('?')
  const email = `ada${last}@northfold.example`
  const fields = { ...ada, email, zone, type: 'consultation', was: start, ...about }
  const sent = await send(to ?? '', fields)
  return { ...sent, start, path: sent.location.replace(/#.*/, ''), holdPath: path, fields }
}

test('before somebody takes calls the page says so, and the sitemap does not list it', async () => {
  const { answer, html } = await look(page)
  expect(answer.status).toBe(200)
  expect(html).toContain('Booking is not open yet.')
  expect(await (await fetch(`${product.url}/sitemap.xml`)).text()).not.toContain('/book')
  await takeCalls()
  await expect
    .poll(async () => (await fetch(`${product.url}/sitemap.xml`)).text())
    .toContain(`${origin}${page}</loc>`)
})

test('behind the horizon the page says that there are no times, not that booking is closed', async () => {
  await takeCalls()
  const { html } = await look(`${page}?zone=${zone}&from=2099-01-01`)
  expect(html).toContain('No free time in this month')
  expect(html).not.toContain('Booking is not open yet.')
})

test('without script days are links, and the times of the chosen one a radio group, in the zone asked for', async () => {
  await takeCalls()
  const { answer, html } = await look(`${page}?zone=${zone}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('same-origin')
  expect(answer.headers.get('x-robots-tag')).toBe(null)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(html).toContain(`<link rel="canonical" href="${origin}${page}"/>`)
  expect(html).toContain('Times for Berlin, GMT+')
  const shown = html.replaceAll(/<script.*?<\/script>|(value|href|action)="[^"]*"/gs, '')
  expect(shown).not.toContain('Europe/Berlin')
  const days = [...html.matchAll(/href="([^"]*from=[\d-]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  const other = await look(days[0] ?? '')
  expect(startsIn(other.html).length).toBeGreaterThan(0)
  expect(startsIn(html)).not.toEqual(startsIn(other.html))
  expect(other.html).toContain('>Continue<')
  const unknown = await look(`${page}?zone=Nowhere/Land&from=soon`)
  expect(unknown.answer.status).toBe(200)
  expect(unknown.html).toContain('Times for Los Angeles')
})

test('the page of usual hours weighs at most 14 KB beside the sheet of all public pages', async () => {
  const { html } = await look(page)
  const withoutSheet = html.replace(/<style id="public">.*?<\/style>/s, '')
  expect(brotliCompressSync(withoutSheet).length).toBeLessThan(14 * 1024)
})

test('a wrong phone number is named at its field, on both forms, and what was typed stays', async () => {
  const start = startsIn((await look(`${page}?zone=${zone}&from=${nextDay()}`)).html).at(30) ?? ''
  const { location: path } = await send(page, { start, zone })
  const phone = 'Win: https://win.example'
  const call = { ...ada, contact: 'phone', phone, zone, type: 'consultation', was: start }
  const request = { ...ada, company: 'Northfold', projectDescription: 'Slips', phone }
  for (const [to, fields, id] of [
    [path.split('?')[0] ?? '', call, 'call-phone'],
    ['/consultation', request, 'consultation-phone'],
  ] as const) {
    const { answer, html } = await send(to, fields)
    expect([to, answer.status]).toEqual([to, 400])
    expect(html).toMatch(new RegExp(`id="${id}-error"[^>]*>(<[^>]*>)*Use only digits, spaces and`))
    expect(html).toContain(`value="${phone}"`)
  }
})

test('what is no page is a 404 that is not indexed', async () => {
  const none = 'A'.repeat(43)
  for (const path of [
    '/book/none',
    '/book/-',
    `/book/holds/${none}`,
    '/meetings/x',
    `/join/${none}`,
  ]) {
    const { answer, html } = await look(path)
    expect(answer.status, path).toBe(404)
    expect(answer.headers.get('x-robots-tag'), path).toContain('noindex')
    expect(html, path).toContain('Nothing to see here')
  }
})

test('a time is held, confirmed, moved and cancelled by forms', async () => {
  const { path, start, held } = await holdOne()
  expect(held.location).toMatch(/^\/book\/holds\/[\w-]{43}\?zone=Europe%2FBerlin#step$/)
  const { answer, html } = await look(path)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(html).toContain('Kept for you until')
  const about = { ...ada, zone, type: 'consultation', was: start }
  const refused = await send(path, { ...about, email: 'ada@', note: 'Kept\r\n<b>' })
  expect(refused.answer.status).toBe(400)
  expect(refused.html).toContain('Enter a complete email address, such as name@company.com.')
  expect(refused.html).toContain('value="ada@"')
  expect(refused.html).toContain('Kept\n&lt;b&gt;</textarea>')
  const [booked, again] = await Promise.all([send(path, about), send(path, about)])
  expect([booked.answer.status, again.answer.status]).toEqual([303, 303])
  expect(booked.location).toMatch(/^\/meetings\/[\w-]{43}#step$/)
  expect(again.location).toBe(booked.location)
  const meeting = booked.location.replace('#step', '')
  expect((await look(path)).answer.headers.get('location')).toBe(meeting)
  const shown = await look(meeting)
  expect(shown.html).toContain('Your call is booked')
  expect(shown.html).toContain('Berlin, GMT+')
  expect(shown.html).toContain('We cannot send mail: keep this page’s address.')
  expect(shown.answer.headers.get('cache-control')).toBe('private, no-store')
  const moving = await look(`${meeting}?move=1`)
  expect(moving.html).toMatch(/aria-label="[\d:]+ [AP]M now,/)
  const other = startsIn(moving.html).find((at) => at > start) ?? ''
  const moved = await send(`${meeting}?move=1`, {
    action: 'move',
    start: other,
    zone,
    sequence: '0',
  })
  expect([moved.answer.status, moved.location]).toEqual([303, `${meeting}#step`])
  expect((await look(meeting)).html).toContain(`dateTime="${other}"`)
  const stale = await send(meeting, { action: 'cancel', sequence: '0', reason: 'No time' })
  expect(stale.answer.status).toBe(409)
  expect(stale.html).toContain('This call was changed in the meantime.')
  expect(stale.html).toContain('value="No time"')
  const cancel = () => send(meeting, { action: 'cancel', sequence: '1' })
  expect((await cancel()).answer.status).toBe(303)
  expect((await cancel()).answer.status).toBe(303)
  const after = await look(meeting)
  expect(after.html).toContain('Your call is cancelled')
  expect(after.html).toContain('href="/book/consultation?request=')
})

test('who comes second sees the time in its place as taken, and on the form is offered close ones', async () => {
  const { start } = await holdOne()
  const offered = `${start} 2099-01-01`
  const shown = `${page}?zone=${zone}&from=${start.slice(0, 10)}`
  const second = await send(shown, { start, zone, offered })
  expect(second.answer.status).toBe(409)
  expect(second.html).toMatch(/<s>[^<]+<\/s><small>taken</)
  expect((await send(page, { zone })).html).toContain('Please choose one of the times offered.')
  const lost = { ...ada, email: 'eve@northfold.example', zone, type: 'consultation' }
  const { path } = await holdOne()
  const late = await send(path, { ...lost, start })
  expect(late.answer.status).toBe(409)
  expect(late.html).toContain('Somebody was faster. These times are close:')
  expect(late.html).toContain('value="eve@northfold.example"')
  const [close = ''] = startsIn(late.html)
  expect(Math.abs(Date.parse(close) - Date.parse(start))).toBeLessThanOrEqual(90 * 60_000)
})

test('a time that was lost is replaced in the form that confirms it', async () => {
  const { path, start } = await holdOne()
  const about = { ...ada, email: 'eve@northfold.example', zone, type: 'consultation', was: start }
  const other = new Date(Date.parse(start) + 4 * 3_600_000).toISOString()
  const done = await send(path, { ...about, start: other })
  expect(done.answer.status, done.html).toBe(303)
  expect((await look(done.location.replace('#step', ''))).html).toContain(`dateTime="${other}"`)
})

test('forms from another site, above 16 KB, or without an act are refused', async () => {
  const { path } = await bookOne()
  const foreign = await send(
    path,
    { action: 'cancel', sequence: '0' },
    { origin: 'https://evil.example' },
  )
  expect(foreign.answer.status).toBe(403)
  expect((await send(path, { action: 'cancel', reason: 'x'.repeat(16_400) })).answer.status).toBe(
    413,
  )
  for (const action of ['', 'erase', 'constructor']) {
    expect((await send(path, { action })).answer.status).toBe(400)
  }
  expect((await look(path)).html).toContain('Your call is booked')
})

test('for a request its date is shown, no personal data, and then its call', async () => {
  const answer = await fetch(`${product.url}/api/contact`, {
    method: 'POST',
    headers: { ...headers, 'x-forwarded-for': newAddress() },
    body: JSON.stringify({ ...ada, name: 'Grace Hopper', message: 'Slips', service: '' }),
  })
  const { requestUrl } = (await answer.json()) as { requestUrl: string }
  const request = requestUrl.split('/').at(-1) ?? ''
  const first = await look(`${page}?request=${request}&zone=${zone}&from=${nextDay()}`)
  expect(first.html).toMatch(/For your request of \w+, \w+ \d+\./)
  expect(first.html).not.toMatch(/Grace|northfold/)
  expect(first.answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  const held = await send(page, { start: startsIn(first.html)[22] ?? '', zone, request })
  const path = held.location.replace('#step', '')
  const form = await look(path)
  expect(form.html).not.toContain('name="email"')
  const booked = await send(path, { contact: 'video', zone, request, type: 'consultation' })
  expect(booked.answer.status, booked.html).toBe(303)
  const again = await look(`${page}?request=${request}`)
  expect([again.answer.status, again.answer.headers.get('location')]).toEqual([
    302,
    booked.location.replace('#step', ''),
  ])
  const unknown = await look(`${page}?request=none`)
  expect([unknown.answer.status, unknown.html.includes('For your request')]).toEqual([200, false])
})

test('the way into a call leads to the host’s room once it is named', async () => {
  const { path } = await bookOne()
  const { html } = await look(path)
  expect(html).not.toContain('>Join<')
  const token = path.split('/').at(-1)
  const { joinUrl } = await (await fetch(`${product.url}/api/meetings/${token}`)).json()
  const join = new URL(joinUrl).pathname
  const waiting = await look(join)
  expect(waiting.answer.status).toBe(200)
  expect(waiting.html).toContain('Your host sends the link before the call.')
  await takeCalls('https://meet.example/ana')
  const open = await look(join)
  expect([open.answer.status, open.answer.headers.get('location')]).toEqual([
    302,
    'https://meet.example/ana',
  ])
  expect(open.answer.headers.get('cache-control')).toBe('private, no-store')
  await send(path, { action: 'cancel', sequence: '0' })
  expect((await look(join)).html).toContain('This call is cancelled')
})

test('the log knows pages by their patterns only', async () => {
  const { path, holdPath } = await bookOne()
  const tokens = [path, holdPath].map((each) => /[\w-]{43}/.exec(each)?.[0] ?? 'none')
  for (const suffix of ['', '.data', '/']) await look(path + suffix)
  await expect.poll(() => product.output()).toContain('"route":"/meetings/:token"')
  await expect.poll(() => product.output()).toContain('"route":"/book/holds/:token"')
  for (const token of tokens) expect(product.output()).not.toContain(token)
})

test('a time that was offered in a mail is booked with one press, without script; one that went offers others', async () => {
  const lead = await fetch(`${product.url}/api/contact`, {
    method: 'POST',
    headers: { ...headers, 'x-forwarded-for': newAddress() },
    body: JSON.stringify({
      name: 'Ben Ilves',
      email: 'ben@tarn.example',
      message: 'Slips',
      filledInMs: 9_000,
    }),
  })
  const { requestUrl } = (await lead.json()) as { requestUrl: string }
  const { html: free } = await look(`${page}?zone=${zone}&from=${nextDay()}`)
  const at = startsIn(free)[5] ?? ''
  const path = new URL(requestUrl).pathname
  const request = path.split('/').at(-1) ?? ''
  const offer = `${page}/offer?request=${request}&at=${at}`
  const shown = await look(offer)
  expect(shown.answer.status).toBe(200)
  expect(shown.answer.headers.get('cache-control')).toBe('no-store')
  expect(shown.html).toContain('Confirm the Call')
  expect(shown.html).not.toContain('name="email"')
  const fields = { at, zone, request, contact: 'video' }
  const booked = await send(offer, fields)
  expect(booked.answer.status, booked.html).toBe(303)
  expect(booked.location).toMatch(/^\/meetings\//)
  // The link leads to the call from now on, and the time is nobody else's.
  expect((await look(offer)).answer.headers.get('location')).toMatch(/^\/meetings\//)
  const gone = await look(`/book/consultation/offer?at=${at}&zone=${zone}`)
  expect(gone.html).toContain('Somebody was faster.')
  expect(startsIn(gone.html)).not.toEqual([])
  expect((await look('/book/consultation/offer?at=never')).answer.status).toBe(404)
})

test('an offered time stays held for a form that was refused, which is sent again', async () => {
  const { html: free } = await look(`${page}?zone=${zone}&from=${nextDay()}`)
  const at = startsIn(free)[5] ?? ''
  const offer = `${page}/offer?at=${at}`
  const refused = await send(offer, { ...ada, email: 'none', at, zone })
  expect(refused.answer.status).toBe(400)
  expect(refused.html).toContain('Kept for you until')
  expect(refused.html).not.toContain('Somebody was faster.')
  const hidden = (name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(refused.html)?.[1] ?? ''
  const kept = { hold: hidden('hold'), expiresAt: hidden('expiresAt') }
  const again = { ...ada, email: 'ivo@northfold.example', at, zone }
  const booked = await send(offer, { ...again, ...kept })
  expect(booked.answer.status, booked.html).toBe(303)
})
