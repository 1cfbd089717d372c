import type { FormPage } from './server/render/forms.ts'

/** Pages whose forms also work without script. */
export const formPages: readonly FormPage[] = [
  { route: '/' },
  { route: '/services/:slug' },
  { route: '/consultation' },
  { route: '/requests/:token', max: 16 * 1024 },
  { route: '/book/:slug', max: 16 * 1024, readsQuery: true },
  { route: '/book/:slug/offer', max: 16 * 1024, readsQuery: true },
  { route: '/book/holds/:token', max: 16 * 1024, readsQuery: true },
  { route: '/meetings/:token', max: 16 * 1024, readsQuery: true },
]

/**
 * Pages that depend on who opens them or on the current time. Logs and metrics use these names for
 * their paths.
 */
export const uncachedPages: readonly string[] = [
  '/requests/:token',
  '/requests/:token/sent',
  '/book/:slug',
  '/book/:slug/offer',
  '/book/holds/:token',
  '/meetings/:token',
  '/join/:token',
]
