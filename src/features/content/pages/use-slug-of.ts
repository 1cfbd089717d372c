import { useQuery } from '@tanstack/react-query'

/** Loads `slugOf` on demand, because its tables for all alphabets have 220 KB. */
export const useSlugOf = (enabled: boolean) =>
  useQuery({
    queryKey: ['slug-of'],
    queryFn: async () => (await import('./slug.ts')).slugOf,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  }).data
