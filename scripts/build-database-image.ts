/** Makes the prebuilt empty database in build/database that a first start copies. */
import { buildDatabaseImage } from '../src/server/db/image.ts'

console.log(`Database image: ${await buildDatabaseImage()}`)
