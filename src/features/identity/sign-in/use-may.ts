import { type Role, roles } from '../../../contract/endpoint.ts'
import { useSession } from './use-session.ts'

/** Whether the signed-in user may do what asks for at least `needed`. The server decides again. */
export function useMay(needed: Role): boolean {
  const session = useSession()
  if (session.state !== 'authenticated') return false
  return roles.indexOf(session.user.role) >= roles.indexOf(needed)
}
