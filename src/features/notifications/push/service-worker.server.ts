import type { FastifyInstance } from 'fastify'

/** The browser types used here, since the server's TypeScript configuration lacks them. */
type Late = { waitUntil(work: Promise<unknown>): void }
type Push = Late & { data: { json(): unknown } | null }
type Click = Late & { notification: { close(): void; data?: { url?: string } } }
type Tab = { url: string; focus(): Promise<unknown> }
type Scope = {
  addEventListener(type: 'install', listener: () => unknown): void
  addEventListener(type: 'activate', listener: (event: Late) => void): void
  addEventListener(type: 'push', listener: (event: Push) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Click) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<Tab[]>
    openWindow(address: string): Promise<unknown>
  }
  registration: { showNotification(title: string, options: object): Promise<void> }
  location: { origin: string }
}

/**
 * Shows push messages and opens their subjects. It has no fetch handler and no cache. It runs in
 * the browser, so it must not use anything defined outside.
 */
function worker(self: Scope): void {
  self.addEventListener('install', () => self.skipWaiting())
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

  function read({ data }: Push) {
    try {
      return (data?.json() ?? {}) as Record<string, string | null> & { silent?: boolean }
    } catch {
      return {}
    }
  }

  // Browsers require that each push shows something.
  self.addEventListener('push', (event) => {
    const { title, name, firm, url, tag, silent = false } = read(event)
    const options = {
      body: [name, firm].filter(Boolean).join(' · '),
      icon: '/icon-192.png',
      data: { url },
      silent,
      // A newer message replaces the older one with the same tag and makes a sound again.
      ...(tag && { tag, renotify: !silent }),
    }
    event.waitUntil(self.registration.showNotification(title || 'Something is new', options))
  })

  function addressOf(path: string | undefined) {
    const { origin } = self.location
    const address = new URL(path || '/admin', origin)
    const isOurs = address.origin === origin && /^\/admin(\/|$)/.test(address.pathname)
    return isOurs ? address.href : `${origin}/admin`
  }

  async function open(address: string) {
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const tab = tabs.find(({ url }) => url === address)
    // The address opens in a new window, because other tabs may hold unsaved work.
    return tab ? tab.focus() : self.clients.openWindow(address)
  }

  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(addressOf(event.notification.data?.url)))
  })
}

const script = `(${worker})(self)\n`

/**
 * Not part of the hashed assets, because browsers check this fixed address for updates and its
 * folder is its scope.
 */
export function serveServiceWorker(app: FastifyInstance): void {
  app.get('/admin/service-worker.js', { config: { access: 'asset' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
  )
}
