/** The highest number of a page. */
export const maxPage = 100_000
