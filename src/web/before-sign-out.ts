/** Functions that remove the user's traces from this browser. Each may take up to two seconds. */
export const beforeSignOut = new Set<() => Promise<unknown>>()

const timeoutMs = 2_000

export async function runBeforeSignOut(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, timeoutMs))
  await Promise.race([Promise.allSettled([...beforeSignOut].map((run) => run())), late])
}
