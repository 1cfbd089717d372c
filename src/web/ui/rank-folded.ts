import { defaultFilter } from 'cmdk'
import { foldCase } from '../../contract/fold-case.ts'

/** Ranks the entries of a menu without regard to case and to how accents are written. */
export const rankFolded: typeof defaultFilter = (value, search, keywords) =>
  defaultFilter(foldCase(value), foldCase(search), keywords?.map(foldCase))
