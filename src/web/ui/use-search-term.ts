import { searchProblem } from './refused-input.ts'
import { useRested } from './use-rested.ts'

/** What to search for once typing pauses; nothing while it is too long. */
export const useSearchTerm = (typed: string) => useRested(searchProblem(typed) ? '' : typed.trim())
