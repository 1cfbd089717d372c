import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every URL and its page. Public pages have explicit ids, which are short. */
export default [
  layout('features/site/layout/site-layout-page.tsx', { id: 'site' }, [
    index('features/site/home/home-page.tsx', { id: 'home' }),
    route('services/:slug', 'features/site/service-pages/service-page.tsx', { id: 'service' }),
    route('legal/:slug', 'features/site/legal/legal-page.tsx', { id: 'legal' }),
    route('consultation', 'features/site/service-pages/consultation-page.tsx'),
    route('sent/:form', 'features/site/layout/sent-page.tsx'),
    route('*', 'features/site/layout/not-found-page.tsx'),
  ]),
  route('robots.txt', 'features/site/seo/robots.tsx'),
  route('sitemap.xml', 'features/site/seo/sitemap.tsx'),
  route('manifest.webmanifest', 'features/site/seo/web-manifest.tsx'),
  route('invitation', 'features/identity/invitations/invitation-page.tsx'),
  route('admin/login', 'features/identity/sign-in/login-page.tsx'),
  route('admin', 'features/admin/dashboard/admin-page.tsx', [
    index('features/admin/dashboard/dashboard-page.tsx'),
    route('chat', 'features/chat/console/chat-console-page.tsx'),
    route('consultations', 'features/leads/screens/consultations-page.tsx'),
    route('clients', 'features/clients/list/clients-page.tsx'),
    route('clients/:id', 'features/clients/detail/client-page.tsx'),
    route('account', 'features/identity/account/account-page.tsx'),
    route('users', 'features/identity/users/users-page.tsx'),
    route('*', 'features/admin/dashboard/unknown-page.tsx'),
  ]),
] satisfies RouteConfig
