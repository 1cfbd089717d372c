/** Builds the prebuilt empty database in build/database that a first start copies. */
import { buildClusterImage } from '../src/server/database/own-image.ts'

console.log(`Database image: ${await buildClusterImage()}`)
