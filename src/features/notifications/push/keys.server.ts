import { eq } from 'drizzle-orm'
import { pushKeys, pushSubscriptions as subscriptions } from '#server/database/schema.ts'
import type { EncryptedColumn } from '#server/security/re-encryption.ts'
import type { Dependencies } from '#server/service/context.ts'
import { newVapidKeys, type VapidKeys } from './web-push.server.ts'

const name = 'vapid'

const privateKeyOf = (key: string) => `push_keys|${key}|private_key`
export const endpointOf = (id: string) => `push_subscriptions|${id}|endpoint`
export const keysOf = (id: string) => `push_subscriptions|${id}|keys`

/** The keys of this installation. The first instance that needs them creates them. */
export async function readVapidKeys({
  db,
  encryption,
}: Pick<Dependencies, 'db' | 'encryption'>): Promise<VapidKeys> {
  const find = () => db.select().from(pushKeys).where(eq(pushKeys.name, name))
  let [found] = await find()
  if (!found) {
    const { publicKey, privateKey } = newVapidKeys()
    const privateKeyEncrypted = encryption.encrypt(privateKey, privateKeyOf(name))
    await db.insert(pushKeys).values({ name, publicKey, privateKeyEncrypted }).onConflictDoNothing()
    ;[found] = await find()
  }
  if (!found) throw new Error('The insert of the push keys returned no row.')
  const privateKey = encryption.decrypt(found.privateKeyEncrypted, privateKeyOf(name))
  return { publicKey: found.publicKey, privateKey }
}

const subscriptionColumn = (
  column: 'endpoint' | 'keys',
  associatedData: (id: string) => string,
): EncryptedColumn => ({
  name: `push_subscriptions.${column}_encrypted`,
  table: subscriptions,
  key: subscriptions.id,
  column: subscriptions[`${column}Encrypted`],
  associatedData: (id) => associatedData(String(id)),
  lasts: true,
  async forget(db, id) {
    await db.delete(subscriptions).where(eq(subscriptions.id, String(id)))
  },
})

export const pushColumns: readonly EncryptedColumn[] = [
  {
    name: 'push_keys.private_key_encrypted',
    table: pushKeys,
    key: pushKeys.name,
    column: pushKeys.privateKeyEncrypted,
    associatedData: (key) => privateKeyOf(String(key)),
    lasts: true,
    async forget(db, key) {
      // Browsers subscribed with the lost keys, so none of them can be reached again.
      await db.delete(subscriptions)
      await db.delete(pushKeys).where(eq(pushKeys.name, String(key)))
    },
  },
  subscriptionColumn('endpoint', endpointOf),
  subscriptionColumn('keys', keysOf),
]
