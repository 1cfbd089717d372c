/** A single session, or all sessions of a user except `except`. */
export type EndedSessions = { userId: string; except?: string } | { sessionId: string }

/** Called after the commit; must not throw. */
export type RevocationListener = (ended: EndedSessions) => void

/** Notifies everything that outlives a request, such as open sockets. */
export function sessionsEnded(
  deps: { revoked: ReadonlySet<RevocationListener> },
  ended: EndedSessions,
): void {
  for (const listener of deps.revoked) listener(ended)
}
