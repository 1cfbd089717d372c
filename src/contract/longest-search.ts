/** Characters of a search in a list. */
export const longestSearch = 200
