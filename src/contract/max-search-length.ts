/** The maximum number of characters of a search in a list. */
export const maxSearchLength = 200
