import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

let asked = 0

/** Whether the back-office has asked for the data of the root. */
export const asksForSettings = (): boolean => asked > 0

const isServerReady = () =>
  fetch('/readyz').then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Reads the firm's name, hours and look again, which are data of the root. Not while the server is
 * out of reach: where that fails, the router shows its error page in place of the app.
 */
export function useFreshSettings(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    if (!(await isServerReady())) return
    asked += 1
    try {
      await revalidate()
    } finally {
      asked -= 1
    }
  }, [revalidate])
}
