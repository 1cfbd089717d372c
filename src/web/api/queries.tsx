import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { openQueryClient } from './query.ts'

let inBrowser: QueryClient | undefined

function clientOfPage(): QueryClient {
  if (typeof document === 'undefined') return openQueryClient()
  inBrowser ??= openQueryClient()
  return inBrowser
}

/** The cache of the back-office, the same for every page that is in it or leads there. */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(clientOfPage)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
