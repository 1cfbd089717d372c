import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Puts what the loader fetched into the query cache before its children read from it. */
export function Prefetched({ cache, children }: { cache: DehydratedState; children: ReactNode }) {
  return <HydrationBoundary state={cache}>{children}</HydrationBoundary>
}
