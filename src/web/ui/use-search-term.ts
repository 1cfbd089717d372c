import { longestSearch } from '#contract/fold-case.ts'
import { tooLong } from './refused-input.ts'
import { useRested } from './use-rested.ts'

/** Why a search is not sent. */
export const searchProblem = (typed: string) => tooLong(typed, longestSearch)

/** What to search for once typing pauses; nothing while it is too long. */
export const useSearchTerm = (typed: string) => useRested(searchProblem(typed) ? '' : typed.trim())
