import { Navigate } from 'react-router'

/** Old addresses of what is on the overview now. */
export default function MovedPage() {
  return <Navigate to="/admin" replace />
}
