/** `npm run user:password -- <username>`; reads the new password from standard input. */
import { setPassword } from '../src/features/identity/users/accounts.server.ts'
import { operate, readPassword } from './operate.ts'

const [username = ''] = process.argv.slice(2)

if (username.trim() === '') {
  console.error('Use: npm run user:password -- <username> < password-file')
  process.exit(1)
}

await operate(async (db) => {
  await setPassword(db, { username, password: await readPassword() })
  return `Password of ${username} set; the second factor is off and all sessions of this user are ended.`
})
