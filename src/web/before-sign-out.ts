/** Clean-up of the user's traces in this browser; each may take two seconds. */
export const beforeSignOut = new Set<() => Promise<unknown>>()

const longestMs = 2_000

export async function runBeforeSignOut(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, longestMs))
  await Promise.race([Promise.allSettled([...beforeSignOut].map((run) => run())), late])
}
