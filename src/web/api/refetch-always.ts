/** Query options for data that changes without a socket message. They refetch, but never poll. */
export const refetchAlways = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const
