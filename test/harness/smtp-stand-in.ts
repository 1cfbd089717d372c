import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type { Server, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { messageIdOf } from './mail-faults.ts'

type Callback = (error?: Error | null) => void
type Session = {
  id: string
  envelope: {
    mailFrom: { address: string } | false
    rcptTo: { address: string }[]
    dsn?: Dsn
  }
}
/** The parameters of RFC 3461. */
type Dsn = { ret?: string | null; envid?: string | null }
type Login = { username?: string; password?: string }
type ServerOptions = Record<string, unknown> & {
  onConnect(session: Session, done: Callback): void
  onAuth(
    auth: Login,
    session: Session,
    done: (error: Error | null, answer: { user: unknown }) => void,
  ): void
  onMailFrom(address: { address: string }, session: Session, done: Callback): void
  onRcptTo(address: { address: string }, session: Session, done: Callback): void
  onData(stream: Readable, session: Session, done: Callback): void
}

declare class Smtp extends EventEmitter {
  constructor(options: ServerOptions)
  connections: Set<{ id: string; _socket: Socket }>
  server: Server
  listen(port: number, host: string, done: () => void): void
  close(done: () => void): void
}

const { SMTPServer } = createRequire(import.meta.url)('smtp-server') as { SMTPServer: typeof Smtp }

/**
 * At `data` the first bytes have arrived, at `received` all of them, but the response is not sent
 * yet.
 */
export type SmtpStep = 'connect' | 'login' | 'sender' | 'recipient' | 'data' | 'received'

/** A number is the code of a refusal, `silence` never responds, and `cut` ends the connection. */
export type SmtpAnswer = 'take' | 'silence' | 'cut' | number

/** An accepted mail. `raw` is what followed DATA, without its dot-stuffing. */
type ReceivedMail = { raw: Buffer; from: string; to: string; dsn: Dsn | undefined; at: number }

export type SmtpStandIn = AsyncDisposable & {
  port: number
  url: string
  mails: ReceivedMail[]
  /** Every mail that arrived completely, accepted or not. */
  attempts: { to: string; messageId: string }[]
  /** Decides each step from now on. `to` is empty before RCPT TO. */
  script: (step: SmtpStep, to: string) => SmtpAnswer | Promise<SmtpAnswer>
}

/** Opens a mail server that responds as its script says. With `login` it requires a login. */
export async function openSmtpStandIn({
  port = 0,
  login,
}: {
  port?: number
  login?: { user: string; password: string }
} = {}): Promise<SmtpStandIn> {
  const mails: ReceivedMail[] = []
  const attempts: SmtpStandIn['attempts'] = []
  const cut = ({ id }: Session) => {
    for (const connection of server.connections) {
      if (connection.id === id) connection._socket.destroy()
    }
  }
  const recipientOf = ({ envelope }: Session) => envelope.rcptTo.at(-1)?.address ?? ''
  async function decide(step: SmtpStep, to: string, session: Session, done: Callback) {
    const answer = await standIn.script(step, to)
    if (answer === 'cut') cut(session)
    else if (answer === 'take') done()
    else if (answer !== 'silence')
      done(Object.assign(new Error('As scripted'), { responseCode: answer }))
    return answer
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(login ? [] : ['AUTH'])],
    authOptional: !login,
    allowInsecureAuth: true,
    hideDSN: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (session, done) => void decide('connect', '', session, done),
    onMailFrom: (_, session, done) => void decide('sender', '', session, done),
    onRcptTo: ({ address }, session, done) => void decide('recipient', address, session, done),
    onAuth({ username, password }, session, done) {
      const isValid = username === login?.user && password === login?.password
      const refusal = Object.assign(new Error('Wrong'), { responseCode: 535 })
      void decide('login', '', session, (error) =>
        done(error ?? (isValid ? null : refusal), { user: username }),
      )
    },
    onData(stream, session, done) {
      const to = recipientOf(session)
      stream.once('data', () => void standIn.script('data', to))
      const whole = async () => {
        const raw = await buffer(stream)
        const { mailFrom, dsn } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const mail = { raw, from, to, dsn, at: performance.now() }
        attempts.push({ to, messageId: messageIdOf(raw) })
        const answer = await decide('received', to, session, done)
        if (answer === 'take') mails.push(mail)
      }
      // The sender was killed before the end of the mail.
      whole().catch(() => {})
    },
  })
  // Connections left behind by a killed sender are no fault of this server.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address()
  if (!address || typeof address !== 'object') throw new Error('No port for the stand-in')
  const standIn: SmtpStandIn = {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    attempts,
    script: () => 'take',
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  return standIn
}
