import type { AnalyticsEvent } from '#contract/analytics-events.ts'
import type { AnalyticsSettings } from './contract.ts'
import { parametersOf } from './parameters.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

const host = 'https://www.googletagmanager.com'

const userProperties = {
  site_type: 'ai_automation_services',
  business_focus: 'workflow_automation',
}

/** Advertising consent is never requested, so consent to analytics does not grant it. */
const denied = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
}

const measurementConfig = {
  send_page_view: false,
  anonymize_ip: true,
  allow_google_signals: false,
  allow_ad_personalization_signals: false,
  cookie_flags: 'SameSite=None;Secure',
  /** Maps the dimensions to parameters that events send. */
  custom_map: {
    dimension1: 'service_interest',
    dimension2: 'contact_method',
    dimension3: 'business_size',
    dimension4: 'industry_type',
  },
  user_properties: userProperties,
}

function layer(): unknown[] {
  window.dataLayer ??= []
  return window.dataLayer
}

/**
 * gtag accepts only `arguments` objects, not arrays (developers.google.com/tag-platform/gtagjs).
 */
function command(..._: unknown[]): void {
  layer().push(arguments)
}

function load(path: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = `${host}${path}`
  document.head.append(script)
}

/** The cookie store needs a secure page, but so do these cookies, which are all `Secure`. */
async function dropCookies(): Promise<void> {
  const store = 'cookieStore' in window ? window.cookieStore : undefined
  for (const { name } of (await store?.getAll()) ?? []) {
    if (!name || !/^_g(a|id|at|cl)/.test(name)) continue
    const labels = location.hostname.split('.')
    const parents = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
    await store?.delete(name)
    for (const domain of parents) await store?.delete({ name, domain }).catch(() => {})
  }
}

let denies = false
let loaded = false

/**
 * Denies all four consent signals. It must run before any tag loads and before a choice is made.
 */
export function denyByDefault(): void {
  if (denies) return
  denies = true
  command('consent', 'default', denied)
  command('set', 'ads_data_redaction', true)
}

/**
 * Grants the analytics signal, and loads the tag on the first call.
 *
 * @returns a function that sends events.
 */
export function openTag({
  gtmId,
  measurementId,
}: AnalyticsSettings): (event: AnalyticsEvent) => void {
  denyByDefault()
  command('consent', 'update', { ...denied, analytics_storage: 'granted' })
  if (measurementId) Reflect.set(window, `ga-disable-${measurementId}`, false)
  if (!loaded) {
    loaded = true
    if (measurementId) {
      command('js', new Date())
      command('config', measurementId, measurementConfig)
      load(`/gtag/js?id=${measurementId}`)
    }
    if (gtmId) {
      layer().push({ ...userProperties, 'gtm.start': Date.now(), event: 'gtm.js' })
      load(`/gtm.js?id=${gtmId}`)
    }
  }
  return (event) => {
    const parameters = parametersOf(event)
    // The tag adds the page's address to every hit; this sets the address without the query.
    if (event.event === 'page_view') {
      const { page_title, page_location } = parameters
      command('set', { page_title, page_location })
    }
    // With both ids, the container also receives the command, so that a second push would count
    // twice.
    if (measurementId) command('event', event.event, parameters)
    else layer().push({ event: event.event, ...parameters })
  }
}

/** Stops counting and deletes the tag's cookies. */
export function closeTag({ measurementId }: AnalyticsSettings): void {
  if (!loaded) return
  command('consent', 'update', denied)
  if (measurementId) Reflect.set(window, `ga-disable-${measurementId}`, true)
  void dropCookies()
}
