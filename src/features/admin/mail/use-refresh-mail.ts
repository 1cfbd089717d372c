import { useQueryClient } from '@tanstack/react-query'

const affected = /^(mail|mailThreads|incoming|attention|inbox)\./

/** Refetches everything that changes when a mail is sent again or is no longer suspect. */
export function useRefreshMail() {
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => affected.test(String(queryKey[0])) })
}
