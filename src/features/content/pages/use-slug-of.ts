import { useQuery } from '@tanstack/react-query'

/** `slugOf` once it has come, if it is wanted: it knows all alphabets, which are 220 KB. */
export const useSlugOf = (enabled: boolean) =>
  useQuery({
    queryKey: ['slug-of'],
    queryFn: async () => (await import('./slug.ts')).slugOf,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  }).data
