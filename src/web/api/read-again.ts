/** For data that changes without a socket message. No polling. */
export const readAgain = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const
