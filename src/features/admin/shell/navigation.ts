import type { Role } from '../../../contract/endpoint.ts'

/** Destination shared by the top bar, the command menu and the shortcuts. */
export type NavigationItem = {
  label: string
  to: string
  /** Shown in the top bar. */
  main?: boolean
  keys?: string
  /** Lowest role that can use it; by default any signed-in user. */
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
