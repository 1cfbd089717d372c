/** The message for holidays is in a file of its own, so that forms need not load the schemas. */
export const badDate = 'Use a date that exists, such as 2026-12-25'
export const sameDay = 'Another holiday has this date'
