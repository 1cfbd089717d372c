import { auth } from '#features/identity/sign-in/contract.ts'
import { openPubSub } from '#server/pub-sub/pub-sub.ts'
import { openBus } from './bus.ts'
import { dial, openChatTestApp, serveChat } from './chat-app.ts'
import { origin } from './test-app.ts'

/** Opens two instances on one database. The clocks of both stand still. */
export async function openTwo(environment: Record<string, string> = {}) {
  const bus = openBus()
  const [nearPubSub, farPubSub] = [openPubSub(bus.broker), openPubSub(bus.broker)]
  const app = await openChatTestApp({ environment, clock: () => 0, pubSub: nearPubSub })
  const deps = { ...app.deps, pubSub: farPubSub, revoked: new Set<never>() }
  const far = await serveChat(app, { deps, clock: () => 0 })
  let addresses = 0
  const connect = (headers: Record<string, string> = {}) =>
    dial(far.url, { origin, 'x-forwarded-for': `10.3.0.${++addresses}`, ...headers })
  return {
    bus,
    app,
    far: far.chat,
    farPubSub,
    connect,
    async farAgent(username: string) {
      const person = await app.person('agent', username)
      const { user } = await person.call(auth.me, {})
      const client = await connect({ cookie: person.cookie ?? '' })
      client.send({ type: 'admin_join', adminId: user.id })
      await client.receive('active_sessions')
      return Object.assign(client, { id: user.id, person })
    },
    async [Symbol.asyncDispose]() {
      await far.close()
      await app[Symbol.asyncDispose]()
      await Promise.all([nearPubSub.close(), farPubSub.close()])
    },
  }
}
