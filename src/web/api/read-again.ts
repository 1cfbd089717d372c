/**
 * Query options for data that changes without a socket message: refetched when a screen opens, when
 * the window regains focus and after a lost connection. No polling.
 */
export const readAgain = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const
