import type { Role } from '../../../contract/endpoint.ts'

/** Where the back-office can lead: the top bar, the command menu and the shortcuts share this list. */
export type NavigationItem = {
  label: string
  to: string
  /** Shown in the top bar. */
  main?: boolean
  keys?: string
  /** The least role that finds something there; anybody signed in unless said. */
  role?: Role
}

export const navigation: readonly NavigationItem[] = [
  { label: 'Dashboard', to: '/admin', main: true, keys: 'g d' },
  { label: 'Clients', to: '/admin/clients', main: true, keys: 'g c' },
  { label: 'Consultations', to: '/admin/consultations', main: true, keys: 'g o' },
  { label: 'Live Chat', to: '/admin/chat', main: true, keys: 'g l' },
  { label: 'Inquiries', to: '/admin?tab=inquiries' },
  { label: 'Services', to: '/admin?tab=services' },
  { label: 'Case Studies', to: '/admin?tab=case-studies' },
  { label: 'Google Workspace', to: '/admin?tab=google-integrations' },
  { label: 'Account', to: '/admin/account' },
  { label: 'Users', to: '/admin/users', role: 'owner' },
]
