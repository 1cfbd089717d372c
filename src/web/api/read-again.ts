/**
 * Query options for what changes without a word over the socket: read again when a screen opens, when
 * somebody comes back to the window, and after a lost connection. Nothing asks at intervals.
 */
export const readAgain = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const
