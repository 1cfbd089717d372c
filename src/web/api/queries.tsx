import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { openQueryClient } from './query.ts'

let inBrowser: QueryClient | undefined

function clientOfPage(): QueryClient {
  if (typeof document === 'undefined') return openQueryClient()
  inBrowser ??= openQueryClient()
  return inBrowser
}

export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(clientOfPage)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
