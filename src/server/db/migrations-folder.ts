import { fileURLToPath } from 'node:url'
import { checkout } from '../checkout.ts'

export const migrationsFolder = fileURLToPath(new URL('drizzle', checkout))
