/**
 * Every table of the product: what is kept on record, and what is in motion. Column names are
 * derived, so every `drizzle()` over it is opened with `casing: 'snake_case'`.
 */
export * from './tables-live.ts'
export * from './tables-records.ts'
