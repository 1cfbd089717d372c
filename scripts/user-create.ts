/**
 * `npm run user:create -- <username> [owner|admin|agent]`; reads the password from standard input.
 */
import { type Role, roles } from '../src/contract/endpoint.ts'
import { createUser } from '../src/features/identity/users/accounts.server.ts'
import { operate, readPassword } from './operate.ts'

const [username = '', role = 'agent'] = process.argv.slice(2)

if (username.trim() === '' || !roles.includes(role as Role)) {
  console.error('Use: npm run user:create -- <username> [owner|admin|agent] < password-file')
  process.exit(1)
}

await operate(async (db) => {
  await createUser(db, { username, role: role as Role, password: await readPassword() })
  return `User ${username} made, with the role ${role}.`
})
