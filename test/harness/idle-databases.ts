import type { TestDatabase } from './database.ts'

/** Unused databases of the running test file. Emptying one is faster than opening another. */
export const idleDatabases: TestDatabase[] = []
