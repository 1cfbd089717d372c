import { fileURLToPath } from 'node:url'
import { projectRoot } from './project-root.ts'

export const migrationsFolder = fileURLToPath(new URL('drizzle', projectRoot))

/**
 * SQL functions and triggers, which a new version replaces: each file can be applied again, unlike
 * a migration. Whoever changes the arguments of a function or removes one drops the old one in a
 * migration.
 */
export const functionsFolder = fileURLToPath(new URL('src/server/database/functions', projectRoot))
