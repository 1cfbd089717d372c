import { fileURLToPath } from 'node:url'
import { projectRoot } from './project-root.ts'

export const migrationsFolder = fileURLToPath(new URL('drizzle', projectRoot))
