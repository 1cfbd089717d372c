import type { Availability } from './head-words.ts'

export function useAvailability(_wanted: boolean): Availability | undefined {
  return undefined
}
