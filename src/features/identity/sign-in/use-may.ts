import { type Role, roles } from '#contract/endpoint.ts'
import { useSession } from './use-session.ts'

/**
 * Whether the user's role is at least `needed`. Only for display, since the server checks again.
 */
export function useMay(needed: Role): boolean {
  const session = useSession()
  if (session.state !== 'authenticated') return false
  return roles.indexOf(session.user.role) >= roles.indexOf(needed)
}
