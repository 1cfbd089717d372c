import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, untilListening } from './product.ts'

const programs = '/usr/lib/postfix/sbin'

/** Postfix of Debian is installed; only root may start it. */
export const mayStartPostfix = () =>
  process.getuid?.() === 0 && existsSync(`${programs}/master`) && existsSync('/usr/sbin/postfix')

export type Postfix = AsyncDisposable & {
  port: number
  url: string
  /** Every mail delivered so far, with CRLF at the ends of lines. */
  delivered(): { raw: Buffer; to: string }[]
  /** Addresses that take every mail and return, after `returnMail`, those with the words "Send this back". */
  picky: readonly string[]
  returnMail(): void
  start(): Promise<void>
  stop(): Promise<void>
}

const services = ['cleanup', 'rewrite', 'bounce', 'defer', 'trace', 'verify', 'error', 'retry']
/** Postfix demands it of them. */
const unlimited = ['cleanup', 'bounce', 'defer', 'trace']
const programOf: Record<string, string> = {
  ...{ rewrite: 'trivial-rewrite', defer: 'bounce', trace: 'bounce', retry: 'error' },
}

const pickyRecipients = Array.from({ length: 20 }, (_, n) => `picky${n}@visitor.test`)

/** Takes a mail, and returns it later if it asks for that. */
const picky = (directory: string) => `text=$(cat)
case "$text" in
  *'Send this back'*) while [ ! -e ${directory}/returns ]; do sleep 0.1; done; exit 67 ;;
esac`

type Pipe = { address: string; token: string }

/** Programs that take mail on their standard input. */
function pipesOf(directory: string, pipe: Pipe | undefined): string[] {
  const programOfPipe = (name: string, text: string) => {
    const path = join(directory, 'etc', name)
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    return path
  }
  const line = (name: string, path: string) =>
    `${name} unix - n n - 20 pipe flags=q user=nobody null_sender= argv=${path} \${original_recipient} \${sender}`
  // 67 is "no such user": a mail that was taken comes back.
  const lines = [
    line('gone', programOfPipe('gone', 'exit 67')),
    line('picky', programOfPipe('picky', picky(directory))),
  ]
  if (!pipe) return lines
  const post = [
    `curl -fsS -m 60 -o /dev/null -H 'Authorization: Bearer ${pipe.token}'`,
    "-H 'Content-Type: message/rfc822' --data-binary @-",
    `--url-query "recipient=$1" --url-query "sender=$2" ${pipe.address} || exit 75`,
  ]
  return [...lines, line('mail-in', programOfPipe('mail-in', post.join(' ')))]
}

function masterOf(port: number, pipes: readonly string[]): string {
  const line = (name: string, type: string, wakeup: string, limit: string, program: string) =>
    `${name} ${type} ${type === 'inet' || name === 'cleanup' ? 'n' : '-'} - n ${wakeup} ${limit} ${program}`
  return [
    line(`127.0.0.1:${port}`, 'inet', '-', '-', 'smtpd'),
    ...services.map((name) =>
      line(name, 'unix', '-', unlimited.includes(name) ? '0' : '-', programOf[name] ?? name),
    ),
    'qmgr unix n - n 300 1 qmgr',
    'proxymap unix - - n - - proxymap',
    'virtual unix - n n - - virtual',
    'postlog unix-dgram n - n - 1 postlogd',
    'anvil unix - - n - 1 anvil',
    'lmtp unix - - n - - lmtp',
    ...pipes,
    '',
  ].join('\n')
}

/**
 * Debian's Postfix on loopback, with directory, port and queue of its own. It delivers mail to
 * `firm.test` and `visitor.test` into one maildir and refuses every other domain.
 */
export async function startPostfix({
  inward,
  pipe,
}: {
  /** Transport of mail to `in.firm.test`, e.g. `lmtp:unix:/run/lmtp`, or `mail-in:` for the pipe. */
  inward?: string
  pipe?: Pipe
} = {}): Promise<Postfix> {
  const directory = mkdtempSync(join(tmpdir(), 'counterfoil-postfix-'))
  const port = await freePort()
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout),
  ) as [number, number]
  const account = spawnSync('id', ['-u', 'postfix'], { encoding: 'utf8' }).stdout.trim()
  spawnSync('chmod', ['755', directory])
  for (const name of ['queue', 'data', 'mail', 'etc']) mkdirSync(join(directory, name))
  chownSync(join(directory, 'data'), Number(account), gid)
  chownSync(join(directory, 'mail'), uid, gid)
  const settings = {
    ...{ compatibility_level: '3.6', mail_owner: 'postfix', setgid_group: 'postdrop' },
    ...{ queue_directory: `${directory}/queue`, data_directory: `${directory}/data` },
    ...{
      daemon_directory: programs,
      command_directory: '/usr/sbin',
      sendmail_path: '/usr/sbin/sendmail',
    },
    ...{ maillog_file: `${directory}/mail.log`, maillog_file_prefixes: directory },
    ...{ inet_interfaces: '127.0.0.1', inet_protocols: 'ipv4', myhostname: 'mail.firm.test' },
    ...{ mynetworks: '127.0.0.0/8', mydestination: '', alias_maps: '', local_recipient_maps: '' },
    ...{
      virtual_mailbox_domains: `firm.test, visitor.test${inward ? ', in.firm.test' : ''}`,
      virtual_mailbox_base: `${directory}/mail`,
    },
    ...{ virtual_mailbox_maps: 'static:all/', virtual_uid_maps: `static:${uid}` },
    ...{ virtual_gid_maps: `static:${gid}`, virtual_minimum_uid: '1', default_transport: 'error' },
    ...{ relay_transport: 'error', smtpd_relay_restrictions: 'reject_unauth_destination' },
    ...{ smtputf8_enable: 'no', biff: 'no' },
    ...(inward && {
      recipient_delimiter: '+',
      transport_maps: `inline:{ ${[
        ...pickyRecipients.map((to) => `{${to} = picky:}`),
        `{gone@visitor.test = gone:}, {in.firm.test = ${inward}}`,
      ].join(', ')} }`,
      // Temporary failures, as while the product is away, are soon tried again.
      ...{ minimal_backoff_time: '1s', maximal_backoff_time: '2s', queue_run_delay: '1s' },
    }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync(join(directory, 'etc/main.cf'), lines.join(''))
  writeFileSync(join(directory, 'etc/master.cf'), masterOf(port, pipesOf(directory, pipe)))
  const log = () => {
    const path = join(directory, 'mail.log')
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  let server: ReturnType<typeof spawn> | undefined
  async function start(): Promise<void> {
    const config = ['-c', join(directory, 'etc')]
    // Creates the directories of the queue.
    spawnSync('/usr/sbin/postfix', [...config, 'check'], { stdio: 'ignore' })
    const master = spawn(`${programs}/master`, [...config, '-d'], { stdio: 'ignore' })
    server = master
    const ended = once(master, 'exit').then(() => {
      throw new Error(`Postfix ended: ${log()}`)
    })
    ended.catch(() => {})
    await Promise.race([ended, untilListening(port)])
  }
  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    await gone
  }
  await start()
  return {
    ...{ port, url: `smtp://127.0.0.1:${port}` },
    delivered: () =>
      globSync(join(directory, 'mail/all/new/*')).map((path) => {
        const text = readFileSync(path, 'latin1').replaceAll(/\r?\n/g, '\r\n')
        const to = /^Delivered-To: (.+)\r$/m.exec(text)?.[1] ?? ''
        return { raw: Buffer.from(text, 'latin1'), to }
      }),
    picky: pickyRecipients,
    returnMail: () => writeFileSync(join(directory, 'returns'), ''),
    ...{ start, stop },
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
