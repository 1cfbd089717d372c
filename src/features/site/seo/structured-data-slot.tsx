import { use, useState } from 'react'
import { useLocation } from 'react-router'
import { ServerOnlyContext } from '#web/api/server-only.ts'
import { JsonLd } from '#web/inline-json.tsx'

const isInDocument = () =>
  typeof document !== 'undefined' &&
  document.querySelector('script[type="application/ld+json"]') !== null

/**
 * Structured data of the page. The browser keeps the element that the server sent and does not
 * receive the data itself. It is rendered beside `main`, because an element that contains a script
 * is not hidden from assistive technology while a dialog is open.
 */
export function StructuredData() {
  const { structuredData } = use(ServerOnlyContext)
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  const [isThere] = useState(() => structuredData !== undefined || isInDocument())
  return isThere && pathname === first ? <JsonLd data={structuredData ?? null} /> : null
}
