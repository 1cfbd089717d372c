/** All of a user's but `except`, or a single one. */
export type EndedSessions = { userId: string; except?: string } | { sessionId: string }

/** After the commit; must not throw. */
export type RevocationListener = (ended: EndedSessions) => void

/** For what outlives a request, such as an open socket. */
export function sessionsEnded(
  deps: { revoked: ReadonlySet<RevocationListener> },
  ended: EndedSessions,
): void {
  for (const listener of deps.revoked) listener(ended)
}
