import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

let asked = 0

/** Whether the back-office is refetching the data of the root route. */
export const isRefetchingRoot = (): boolean => asked > 0

/** Refetches the firm's name, hours and look, which are part of the root route's data. */
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
