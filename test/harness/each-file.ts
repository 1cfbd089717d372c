import { afterAll } from 'vitest'
import { idleDatabases } from './idle-databases.ts'

// A database that was emptied many times returns rows in a different order than a new one.
afterAll(async () => {
  for (const database of idleDatabases.splice(0)) await database.close()
})
