import { useStore } from '../store.ts'
import { unserved, useCheckedNavigation } from './document-links.ts'
import { LazyFailure } from './lazy-code.tsx'

const titles = {
  page: 'This page couldn’t be loaded',
  file: 'This file couldn’t be loaded',
  form: 'This couldn’t be sent. What you typed is still here',
}

/** Keeps the page open when the document that a link or form leads to cannot be loaded. */
export function UnservedDocument() {
  useCheckedNavigation()
  const missing = useStore(unserved)
  if (!missing) return null
  return (
    <LazyFailure
      title={titles[missing.kind]}
      retry="Retry"
      onRetry={missing.again}
      onDismiss={() => unserved.set(undefined)}
    />
  )
}
