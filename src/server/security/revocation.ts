/** Ended sessions: all of a user's, all but `kept`, or a single one. */
export type EndedSessions = { userId: string; kept?: string } | { sessionId: string }

/** Called after the commit that ended the sessions; must not throw. */
export type RevocationListener = (ended: EndedSessions) => void

/** Notifies whatever outlives a request, such as an open socket. */
export function sessionsEnded(
  deps: { revoked: ReadonlySet<RevocationListener> },
  ended: EndedSessions,
): void {
  for (const listener of deps.revoked) listener(ended)
}
