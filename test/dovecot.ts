import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, untilListening } from './product.ts'

const program = '/usr/sbin/dovecot'

/** Dovecot of Debian with IMAP and LMTP is installed; only root may start it. */
export const mayStartDovecot = () =>
  process.getuid?.() === 0 && existsSync(program) && existsSync('/usr/lib/dovecot/lmtp')

const versionOf = () =>
  spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.split(' ')[0] ?? ''

const isBefore24 = (version: string) => /^2\.[0-3]\./.test(version)

/** The configurations of 2.3 and 2.4 differ, and one machine has one of them. */
export function noteDovecot(notRun: (text: string) => void): void {
  const version = versionOf()
  const other = isBefore24(version) ? '2.4' : '2.3'
  notRun(`6 lines with Dovecot ${other}: ${version} is installed here`)
}

export type Dovecot = AsyncDisposable & {
  version: string
  /** Any user signs in to the one mailbox with the same password. */
  url: string
  /** Socket of LMTP. */
  lmtp: string
}

type Settings = { directory: string; port: number; uid: number; gid: number }

const services = ({ directory, port }: Settings) => `
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  unix_listener ${directory}/lmtp {
    mode = 0666
  }
}
`

const common = ({ directory }: Settings) => `
protocols = imap lmtp
listen = 127.0.0.1
base_dir = ${directory}/run
state_dir = ${directory}/state
log_path = ${directory}/dovecot.log
ssl = no
recipient_delimiter = +
`

const config23 = (settings: Settings) => `${common(settings)}
disable_plaintext_auth = no
mail_location = maildir:${settings.directory}/mail/box
first_valid_uid = 1
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${settings.uid} gid=${settings.gid} home=${settings.directory}/mail
}
${services(settings)}`

/** The settings were renamed in 2.4. */
const config24 = (settings: Settings) => `dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
${common(settings)}
auth_allow_cleartext = yes
mail_driver = maildir
mail_path = ${settings.directory}/mail/box
first_valid_uid = 1
passdb static {
  password = secret
}
userdb static {
  fields {
    uid = ${settings.uid}
    gid = ${settings.gid}
    home = ${settings.directory}/mail
  }
}
${services(settings)}`

/** Debian's Dovecot on loopback, with directory and port of its own and one mailbox. */
export async function startDovecot(): Promise<Dovecot> {
  const directory = mkdtempSync(join(tmpdir(), 'counterfoil-dovecot-'))
  const port = await freePort()
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout),
  ) as [number, number]
  spawnSync('chmod', ['755', directory])
  mkdirSync(join(directory, 'mail'))
  spawnSync('chown', [`${uid}:${gid}`, join(directory, 'mail')])
  const version = versionOf()
  const settings = { directory, port, uid, gid }
  const file = join(directory, 'dovecot.conf')
  writeFileSync(file, isBefore24(version) ? config23(settings) : config24(settings))
  const server = spawn(program, ['-F', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  server.stderr.on('data', (bytes: Buffer) => {
    output += bytes.toString()
  })
  const log = () => {
    const path = join(directory, 'dovecot.log')
    return output + (existsSync(path) ? readFileSync(path, 'utf8') : '')
  }
  const ended = once(server, 'exit').then(() => {
    throw new Error(`Dovecot ended: ${log()}`)
  })
  ended.catch(() => {})
  await Promise.race([ended, untilListening(port)])
  return {
    ...{ version, lmtp: join(directory, 'lmtp') },
    url: `imap://reply%40in.firm.test:secret@127.0.0.1:${port}/INBOX`,
    async [Symbol.asyncDispose]() {
      if (server.exitCode === null && server.signalCode === null) {
        const gone = once(server, 'exit')
        server.kill('SIGTERM')
        await gone
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
