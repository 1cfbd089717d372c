import { openEncryption } from '#server/security/encryption.ts'
import { reEncrypt } from '#server/security/re-encryption.ts'
import { readSecretKey, whereKeyIs } from '#server/security/secret-key.ts'
import { encryptedColumns } from '../services.ts'
import { type Arguments, operate } from './operate.ts'

export const reseal = ({ words: [word] }: Arguments) =>
  operate(async (db, config) => {
    const key = readSecretKey(config)
    if (!key) throw new Error(`${whereKeyIs(config)} holds no key: restore it, or set SECRET_KEY.`)
    const encryption = openEncryption([key, ...config.oldSecretKeys])
    const { renewed, forgotten, unreadable } = await reEncrypt(
      db,
      encryption,
      encryptedColumns,
      word === 'forget',
    )
    const left = Object.entries(unreadable).map(([name, count]) => `${count} in ${name}`)
    if (left.length > 0) {
      throw new Error(
        `${renewed} values encrypted with the current key. No key decrypts ${left.join(', ')}: add theirs to SECRET_KEYS_OLD and run it again, or drop them: npm run reseal -- forget`,
      )
    }
    return [
      `${renewed} values encrypted with the current key; none is left under an older one.`,
      ...(forgotten > 0 ? [`${forgotten} that no key decrypts were dropped.`] : []),
    ].join('\n')
  })
