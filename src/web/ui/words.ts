/** Turns 'case study' into 'Case study'. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Returns, for example, '1 client' or '1,024 clients'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

/** Returns '2,988', or '3 of 2,988' for a part of a list. */
export const ofAll = (count: number, all?: number): string =>
  [count, ...(all === undefined ? [] : [all])].map((each) => each.toLocaleString()).join(' of ')
