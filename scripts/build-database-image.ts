/** Builds the empty database in build/database that a first start copies. */
import { buildClusterImage } from '#server/database/cluster-image.ts'

console.log(`Database image: ${await buildClusterImage()}`)
