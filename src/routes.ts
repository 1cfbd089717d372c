import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every URL and its page. Ids are short because each page contains the ids of all pages. */
export default [
  layout('features/site/layout/site-layout-page.tsx', { id: 'site' }, [
    layout('features/site/layout/body-page.tsx', { id: 'body' }, [
      index('features/site/home/home-page.tsx', { id: 'home' }),
      route('services/:slug', 'features/site/service-pages/service-page.tsx', { id: 'service' }),
      route('legal/:slug', 'features/site/legal/legal-page.tsx', { id: 'legal' }),
      route('legal/:slug/versions', 'features/site/legal/legal-versions-page.tsx', {
        id: 'versions',
      }),
      route('legal/:slug/versions/:number', 'features/site/legal/legal-version-page.tsx', {
        id: 'version',
      }),
      route('pages/:slug', 'features/site/notes/text-page.tsx', { id: 'page' }),
      route('notes', 'features/site/notes/notes-page.tsx', { id: 'notes' }),
      route('notes/:slug', 'features/site/notes/note-page.tsx', { id: 'note' }),
      route('consultation', 'features/site/service-pages/consultation-page.tsx', {
        id: 'consultation',
      }),
      route('*', 'features/site/layout/not-found-page.tsx', { id: 'unknown' }),
    ]),
  ]),
  route('requests/:token', 'features/booking/visitor/request-page.tsx', { id: 'request' }),
  route('requests/:token/sent', 'features/site/layout/sent-page.tsx', { id: 'sent' }),
  route('book/:slug', 'features/booking/visitor/book-page.tsx', { id: 'book' }),
  route('book/:slug/offer', 'features/booking/offers/offered-page.tsx', { id: 'offered' }),
  route('book/holds/:token', 'features/booking/visitor/hold-page.tsx', { id: 'hold' }),
  route('meetings/:token', 'features/booking/visitor/meeting-page.tsx', { id: 'meeting' }),
  route('join/:token', 'features/booking/visitor/join-page.tsx', { id: 'join' }),
  route('chat', 'features/chat/widget/chat-link-page.tsx', { id: 'chat' }),
  route('robots.txt', 'features/site/seo/robots.tsx'),
  route('notes/feed.xml', 'features/site/notes/feed.tsx'),
  route('sitemap.xml', 'features/site/seo/sitemap.tsx'),
  route('sitemaps/:part', 'features/site/seo/sitemap.tsx', { id: 'sitemap-part' }),
  route('manifest.webmanifest', 'features/site/seo/web-manifest.tsx'),
  route('invitation', 'features/identity/invitations/invitation-page.tsx', { id: 'invitation' }),
  route('admin/login', 'features/identity/sign-in/login-page.tsx', { id: 'login' }),
  route('admin', 'features/admin/dashboard/admin-page.tsx', { id: 'admin' }, [
    index('features/admin/dashboard/dashboard-page.tsx', { id: 'dashboard' }),
    route('inbox', 'features/admin/needs-reply/inbox-page.tsx', { id: 'inbox' }),
    route('chat', 'features/chat/console/chat-console-page.tsx', { id: 'chat-console' }),
    route('consultations', 'features/leads/screens/consultations-page.tsx', {
      id: 'consultations',
    }),
    route('clients', 'features/clients/list/clients-page.tsx', { id: 'clients' }),
    route('clients/:id', 'features/clients/detail/client-page.tsx', { id: 'client' }),
    route('automations', 'features/automations/screens/automations-page.tsx', {
      id: 'automations',
    }),
    route('automations/:id', 'features/automations/screens/automation-page.tsx', {
      id: 'automation',
    }),
    route('agenda', 'features/booking/staff/agenda-page.tsx', { id: 'agenda' }),
    route('booking', 'features/booking/staff/booking-page.tsx', { id: 'booking' }),
    route('agenda/:id', 'features/booking/staff/brief-page.tsx', { id: 'brief' }),
    route('account', 'features/identity/account/account-page.tsx', { id: 'account' }),
    route('channels', 'features/notifications/screens/channels-page.tsx', { id: 'channels' }),
    route('users', 'features/identity/users/users-page.tsx', { id: 'users' }),
    route('audit', 'features/admin/audit-log/audit-page.tsx', { id: 'audit' }),
    route('mail', 'features/admin/mail/mail-page.tsx', { id: 'mail' }),
    route('site', 'features/content/site-editor/site-page.tsx', { id: 'site-editor' }),
    route('site/start', 'features/admin/dashboard/moved-page.tsx', { id: 'moved' }),
    route('site/export', 'features/content/transfer/export-page.tsx', { id: 'export' }),
    route('site/history', 'features/content/site-history/history-page.tsx', { id: 'history' }),
    route('pages', 'features/content/page-editor/pages-page.tsx', { id: 'pages' }),
    route('pages/:id', 'features/content/page-editor/page-editor-page.tsx', { id: 'page-editor' }),
    route('*', 'web/ui/unknown-page.tsx', { id: 'unknown-admin' }),
  ]),
] satisfies RouteConfig
