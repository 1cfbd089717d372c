/**
 * All tables. Column names are derived, so every `drizzle()` over this schema needs `casing:
 * 'snake_case'`.
 */
export * from './tables-live.ts'
export * from './tables-records.ts'
