import { type Role, roles } from '#contract/endpoint.ts'

export type Destination = { label: string; to: string }

type NavigationItem = Destination & {
  /** Shown in the top bar. */
  inTopBar?: boolean
  /** Shown in the account menu. */
  inAccountMenu?: boolean
  keys?: string
  /** Further words by which the command menu finds it. */
  keywords?: string[]
  /** Minimum role; by default any signed-in user. */
  role?: Role
}

const navigation: readonly NavigationItem[] = [
  { label: 'Dashboard', to: '/admin', inTopBar: true, keys: 'g d' },
  { label: 'Needs reply', to: '/admin/inbox', inTopBar: true, keys: 'g r' },
  { label: 'Clients', to: '/admin/clients', inTopBar: true, keys: 'g c' },
  { label: 'Consultations', to: '/admin/consultations', inTopBar: true, keys: 'g o' },
  { label: 'Agenda', to: '/admin/agenda', inTopBar: true, keys: 'g b' },
  { label: 'Automations', to: '/admin/automations', inTopBar: true, keys: 'g a' },
  { label: 'Live Chat', to: '/admin/chat', inTopBar: true, keys: 'g l' },
  { label: 'Site', to: '/admin/site', inTopBar: true, keys: 'g s', role: 'admin' },
  { label: 'Pages', to: '/admin/pages', keys: 'g p', role: 'admin', inAccountMenu: true },
  { label: 'Inquiries', to: '/admin?tab=inquiries' },
  { label: 'Services', to: '/admin?tab=services' },
  { label: 'Case Studies', to: '/admin?tab=case-studies' },
  { label: 'Google Workspace', to: '/admin?tab=google-integrations' },
  { label: 'Booking', to: '/admin/booking', inAccountMenu: true },
  {
    label: 'Account',
    to: '/admin/account',
    inAccountMenu: true,
    keywords: ['notifications', 'password', 'profile', 'sessions', 'two-factor'],
  },
  { label: 'Channels', to: '/admin/channels', role: 'admin', inAccountMenu: true },
  { label: 'Users', to: '/admin/users', role: 'owner', inAccountMenu: true },
  { label: 'Email', to: '/admin/mail', role: 'admin', inAccountMenu: true, keywords: ['mail'] },
  { label: 'Audit log', to: '/admin/audit', role: 'owner', inAccountMenu: true },
]

export const navigationOf = (user: Role) =>
  navigation.filter(({ role = user }) => roles.indexOf(user) >= roles.indexOf(role))
