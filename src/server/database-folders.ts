import { fileURLToPath } from 'node:url'
import { projectRoot } from './project-root.ts'

export const migrationsFolder = fileURLToPath(new URL('drizzle', projectRoot))

/**
 * SQL functions and triggers, which a new version replaces. Unlike a migration, each file can be
 * applied again. To change the arguments of a function or to remove one, drop the old one in a
 * migration.
 */
export const functionsFolder = fileURLToPath(new URL('src/server/database/functions', projectRoot))
