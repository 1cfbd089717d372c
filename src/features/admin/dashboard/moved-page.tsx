import { Navigate } from 'react-router'

/** Serves old addresses whose content has moved to the overview. */
export default function MovedPage() {
  return <Navigate to="/admin" replace />
}
