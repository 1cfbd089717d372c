import { expect, expectTypeOf, test, vi } from 'vitest'
import {
  type AnalyticsEvent,
  type EventName,
  serviceInterest,
  serviceInterests,
} from '#contract/analytics-events.ts'
import { serviceOptions } from '#contract/service-options.ts'
import { pagePolicy } from '#server/http/headers.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { openSink } from '#web/analytics/sink.ts'
import { setSink, track, trackInquiry } from '#web/analytics/track.ts'
import { analytics } from './contract.ts'
import { pageView, parametersOf } from './parameters.ts'

type EventNamed<N extends EventName> = Extract<AnalyticsEvent, { event: N }>
type KeysOf<E> = E extends unknown ? keyof E : never
type Personal =
  | 'name'
  | 'email'
  | 'phone'
  | 'message'
  | 'text'
  | 'content'
  | 'notes'
  | 'username'
  | 'visitor'
  | 'query'

test('no event has room for a person or for what was written, by its type', () => {
  expectTypeOf<Extract<KeysOf<AnalyticsEvent>, Personal>>().toEqualTypeOf<never>()
  // Fields with a closed set of values are not `string`, so they cannot hold text typed by a
  // visitor.
  type Submit = EventNamed<'contact_form_submit'>
  type Open = { [K in keyof Submit]: string extends Submit[K] ? K : never }[keyof Submit]
  expectTypeOf<Open>().toEqualTypeOf<never>()
  expectTypeOf<Submit['company']>().toEqualTypeOf<'given' | 'not_given'>()
  type Admin = EventNamed<'admin_action'>
  type OpenAdmin = { [K in keyof Admin]: string extends Admin[K] ? K : never }[keyof Admin]
  expectTypeOf<OpenAdmin>().toEqualTypeOf<never>()
})

const everyEvent: { [N in EventName]: EventNamed<N> } = {
  page_view: { event: 'page_view', title: 'Home', location: 'https://c.example/', path: '/' },
  service_interaction: { event: 'service_interaction', service: 'data-analysis', action: 'open' },
  contact_form_submit: {
    event: 'contact_form_submit',
    service: 'Data Analysis & Insights',
    company: 'given',
    source: 'home_page',
    contactMethod: 'email',
    businessSize: '11-50',
  },
  case_study_engagement: {
    event: 'case_study_engagement',
    caseStudy: '01a1f904-ccfd-7ae2-b26f-4793b12995ef',
    industry: 'Freight',
    action: 'view',
  },
  file_download: { event: 'file_download', kind: 'chat_transcript', extension: 'txt' },
  admin_action: { event: 'admin_action', area: 'clients', action: 'create' },
  conversion: { event: 'conversion', kind: 'contact' },
  business_goal: { event: 'business_goal', goal: 'lead_generated' },
  footer_click: { event: 'footer_click', link: 'careers', kind: 'link' },
}

test('an event sends only its declared parameters', () => {
  const secrets = {
    name: 'Ada Okafor',
    email: 'ada@northfold.example',
    phone: '+1 555 0100',
    companyName: 'Northfold Logistics',
    message: 'Four thousand slips',
    fileName: 'Ada Okafor passport.pdf',
  }
  const parametersByEvent = Object.entries(everyEvent).map(([name, event]) => {
    const parameters = parametersOf({ ...event, ...secrets })
    const text = JSON.stringify(parameters)
    for (const secret of Object.values(secrets)) expect([name, text]).not.toContain(secret)
    for (const value of Object.values(secrets)) expect(text).not.toContain(value)
    expect(Object.values(parameters).every((value) => value !== '')).toBe(true)
    return [name, Object.keys(parameters)]
  })
  expect(Object.fromEntries(parametersByEvent)).toEqual({
    page_view: ['page_title', 'page_location', 'page_path'],
    service_interaction: ['service_slug', 'action'],
    contact_form_submit: [
      'service_interest',
      'company',
      'source',
      'contact_method',
      'business_size',
    ],
    case_study_engagement: ['case_study', 'industry_type', 'action'],
    file_download: ['file_kind', 'file_extension'],
    admin_action: ['area', 'action'],
    conversion: ['conversion_kind'],
    business_goal: ['goal'],
    footer_click: ['link_id', 'link_kind'],
  })
})

test('a received message is logged without its author and text', () => {
  const tracked: AnalyticsEvent[] = []
  trackInquiry({ service: 'Other', company: 'Northfold', source: 'home_page' })
  expect(tracked).toEqual([])
  setSink(openSink((event) => tracked.push(event)))
  trackInquiry({ service: '', company: ' ', source: 'service_page' })
  trackInquiry({
    service: 'Ada’s own words',
    company: 'Northfold Logistics',
    source: 'consultation_dialog',
    contactMethod: 'phone',
    businessSize: '51-200',
  })
  setSink(null)
  track({ event: 'conversion', kind: 'chat' })
  expect(tracked.map((event) => [event.event, parametersOf(event)])).toEqual([
    [
      'contact_form_submit',
      { company: 'not_given', source: 'service_page', contact_method: 'email' },
    ],
    ['conversion', { conversion_kind: 'contact' }],
    ['business_goal', { goal: 'lead_generated' }],
    [
      'contact_form_submit',
      {
        service_interest: 'Other',
        company: 'given',
        source: 'consultation_dialog',
        contact_method: 'phone',
        business_size: '51-200',
      },
    ],
    ['conversion', { conversion_kind: 'consultation' }],
    ['business_goal', { goal: 'consultation_requested' }],
  ])
})

test('every option of the forms is reported under a word of the list', () => {
  for (const { label } of serviceOptions) {
    expect(serviceInterests).toContain(serviceInterest(label))
  }
  expect(serviceInterest('Workflow Automation')).toBe('Workflow Automation')
  expect(serviceInterest('Free Consultation')).toBe('Other')
  expect(serviceInterest('')).toBeNull()
})

test('a page view keeps the campaign and drops every other part that may name somebody', () => {
  const view = (href: string) => {
    const event = pageView('Title', href)
    return parametersOf(event)
  }
  expect(view('https://c.example/services/x?email=ada@n.example&utm_source=news#contact')).toEqual({
    page_title: 'Title',
    page_location: 'https://c.example/services/x?utm_source=news',
    page_path: '/services/x',
  })
  expect(view('https://c.example/bye/ada%40n.example?utm_id=ada@n.example')).toEqual({
    page_title: 'Title',
    page_location: 'https://c.example/bye/redacted',
    page_path: '/bye/redacted',
  })
})

test('the settings are the configured ids, and null without', async () => {
  await using plain = await openTestApp()
  expect(await plain.stranger().call(analytics.settings, {})).toEqual({
    gtmId: null,
    measurementId: null,
  })
  await using measured = await openTestApp({
    environment: { GTM_ID: 'GTM-ABC123', GA_MEASUREMENT_ID: 'G-ABC123' },
  })
  expect(await measured.stranger().call(analytics.settings, {})).toEqual({
    gtmId: 'GTM-ABC123',
    measurementId: 'G-ABC123',
  })
})

test('the page policy names a foreign host only where visits are counted', () => {
  const html = '<script>1</script>'
  expect(pagePolicy(html, 'https://c.example')).not.toMatch(/google|unsafe/)
  const measured = pagePolicy(html, 'https://c.example', { measured: true })
  expect(measured).toMatch(/script-src 'self' 'sha256-[^']+' https:\/\/www\.googletagmanager\.com;/)
  expect(measured).not.toMatch(/unsafe|\s\*[\s;]/)
})

/** Minimal page for the tag, with a fresh copy of its module. */
function stubPage() {
  const added: { src: string }[] = []
  const window: { dataLayer?: unknown[]; 'ga-disable-G-1'?: boolean } = {}
  vi.resetModules()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', {
    createElement: () => ({ src: '' }),
    head: { append: (script: { src: string }) => added.push(script) },
  })
  return { window, added }
}

test('the tag gets its settings before its events, and a withdrawal denies again', async () => {
  const { window, added } = stubPage()
  const { denyByDefault, openTag, closeTag } = await import('./tag.ts')
  const commands = () =>
    (window.dataLayer ?? []).map((one) => Array.from(one as ArrayLike<unknown>))
  denyByDefault()
  const denied = {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'denied',
  }
  expect(commands()[0]).toEqual(['consent', 'default', denied])
  expect(added).toEqual([])
  const settings = { gtmId: null, measurementId: 'G-1' }
  openTag(settings)(everyEvent.page_view)
  openTag(settings)(everyEvent.conversion)
  expect(added.map(({ src }) => src)).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-1'])
  expect(commands().find(([word]) => word === 'config')).toEqual([
    'config',
    'G-1',
    {
      send_page_view: false,
      anonymize_ip: true,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
      cookie_flags: 'SameSite=None;Secure',
      custom_map: {
        dimension1: 'service_interest',
        dimension2: 'contact_method',
        dimension3: 'business_size',
        dimension4: 'industry_type',
      },
      user_properties: {
        site_type: 'ai_automation_services',
        business_focus: 'workflow_automation',
      },
    },
  ])
  expect(
    commands()
      .filter(([word]) => word === 'event')
      .map(([, name]) => name),
  ).toEqual(['page_view', 'conversion'])
  closeTag(settings)
  expect(commands().at(-1)).toEqual(['consent', 'update', denied])
  expect(window['ga-disable-G-1']).toBe(true)
  vi.unstubAllGlobals()
})

test('a container alone gets its events as plain entries', async () => {
  const { window, added } = stubPage()
  const { openTag } = await import('./tag.ts')
  openTag({ gtmId: 'GTM-1', measurementId: null })(everyEvent.footer_click)
  expect(added.map(({ src }) => src)).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-1'])
  expect(Array.from(window.dataLayer?.[0] as ArrayLike<unknown>).slice(0, 2)).toEqual([
    'consent',
    'default',
  ])
  expect(window.dataLayer?.at(-1)).toEqual({
    event: 'footer_click',
    link_id: 'careers',
    link_kind: 'link',
  })
  vi.unstubAllGlobals()
})
