/** Kills itself at one point of an upload. */
import { documents } from '#features/clients/documents/contract.ts'
import { documentsSchemas } from '#features/clients/documents/schemas.ts'
import { documentsService } from '#features/clients/documents/service.server.ts'
import { auth } from '#features/identity/sign-in/contract.ts'
import { authSchemas } from '#features/identity/sign-in/schemas.ts'
import { authService } from '#features/identity/sign-in/service.server.ts'
import { makeFirstOwner } from '#features/identity/users/create-user.server.ts'
import type { Received } from '#server/files/storage.ts'
import { routeHandlers } from '#server/http/dispatch.ts'
import { die, listenUntilKilled } from './crash-app.ts'
import { ownerPassword } from './product.ts'

/** The points: the bytes are written, they are moved into place, and the row is committed. */
export type CrashPoint = 'written' | 'kept' | 'committed'

const [environment = '', point = ''] = process.argv.slice(2)

function dyingAt(received: Received): Received {
  return {
    ...received,
    async commit(sha256) {
      if (point === 'written') die()
      await received.commit(sha256)
      if (point === 'kept') die()
    },
    async discard() {
      // Discarding leftovers is the last step of an upload before its response.
      if (point === 'committed') die()
      await received.discard()
    },
  }
}

const register = [
  ...routeHandlers(auth, authSchemas, authService),
  ...routeHandlers(documents, documentsSchemas, documentsService),
]

await listenUntilKilled(JSON.parse(environment), register, async (deps) => {
  await makeFirstOwner(deps.db, { username: 'admin', password: ownerPassword }, '')
  const { storage } = deps
  const receive: typeof storage.receive = async (...args) => dyingAt(await storage.receive(...args))
  return { ...deps, storage: { ...storage, receive } }
})
