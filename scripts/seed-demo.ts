/** `npm run seed:demo` fills an installation with an invented firm for demonstration. */
import { openStorage } from '../src/server/files/open-storage.ts'
import { fillDemo } from './fill-demo.ts'
import { operate } from './operate.ts'

await operate(async (db, config) => fillDemo(db, await openStorage(config), new Date()))
