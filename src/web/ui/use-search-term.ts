import { searchProblem } from './refused-input.ts'
import { useRested } from './use-rested.ts'

/** The term to search for once typing pauses; empty while it is too long. */
export const useSearchTerm = (typed: string) => useRested(searchProblem(typed) ? '' : typed.trim())
