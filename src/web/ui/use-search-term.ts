import { searchProblem } from './refused-input.ts'
import { useDebounced } from './use-debounced.ts'

/** The term to search for once typing pauses; empty while it is too long. */
export const useSearchTerm = (typed: string) =>
  useDebounced(searchProblem(typed) ? '' : typed.trim())
