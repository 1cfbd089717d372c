import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The site map: every URL and its page. */
export default [
  layout('features/site/site-layout-page.tsx', [
    index('features/site/home-page.tsx'),
    route('services/:slug', 'features/services/service-page.tsx'),
    route('legal/:slug', 'features/legal/legal-page.tsx'),
    route('consultation', 'features/consultations/consultation-page.tsx'),
    route('sent/:form', 'features/site/sent-page.tsx'),
    route('*', 'features/site/not-found-page.tsx'),
  ]),
  route('robots.txt', 'features/seo/robots.tsx'),
  route('sitemap.xml', 'features/seo/sitemap.tsx'),
  route('manifest.webmanifest', 'features/seo/web-manifest.tsx'),
  route('invitation', 'features/invitations/invitation-page.tsx'),
  route('admin/login', 'features/auth/login-page.tsx'),
  route('admin', 'features/dashboard/admin-page.tsx', [
    index('features/dashboard/dashboard-page.tsx'),
    route('chat', 'features/chat-console/chat-console-page.tsx'),
    route('consultations', 'features/consultation-desk/consultations-page.tsx'),
    route('clients', 'features/clients/clients-page.tsx'),
    route('clients/:id', 'features/client-detail/client-page.tsx'),
    route('account', 'features/account/account-page.tsx'),
    route('users', 'features/users/users-page.tsx'),
    route('*', 'features/dashboard/unknown-page.tsx'),
  ]),
] satisfies RouteConfig
