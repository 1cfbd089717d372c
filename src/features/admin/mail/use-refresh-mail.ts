import { useQueryClient } from '@tanstack/react-query'

const affected = /^(mail|mailThreads|incoming|attention|inbox)\./

/** Refetches what a mail that is sent again or no longer suspect may affect. */
export function useRefreshMail() {
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => affected.test(String(queryKey[0])) })
}
