import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

let asked = 0

/** Whether the back-office has asked for the data of the root. */
export const asksForSettings = (): boolean => asked > 0

/** Reads the firm's name, hours and look again, which are data of the root. */
export function useFreshSettings(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    asked += 1
    try {
      await revalidate()
    } finally {
      asked -= 1
    }
  }, [revalidate])
}
