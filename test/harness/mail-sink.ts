import { createServer, type Socket } from 'node:net'

export type MailSink = AsyncDisposable & {
  url: string
  mails: string[]
  /** Sends this line in response to the next mail's `MAIL FROM`. */
  refuseNext(line: string): void
  /** Calls `listener` when a mail is stored, before its sender gets the response. */
  onStored(listener: () => void): void
}

/** Opens a mail server that stores what it receives (RFC 5321, but only what a client needs). */
export async function openMailSink(): Promise<MailSink> {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  let refusal: string | undefined
  let stored = () => {}
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let waiting = ''
    let body: string[] | undefined
    const reply = (line: string) => socket.write(`${line}\r\n`)
    const handle = (line: string) => {
      if (body) {
        if (line !== '.') return void body.push(line)
        mails.push(body.join('\n'))
        body = undefined
        stored()
        return reply('250 stored')
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'MAIL' && refusal) {
        const line = refusal
        refusal = undefined
        return reply(line)
      }
      if (verb === 'DATA') {
        body = []
        return reply('354 go on')
      }
      return reply(verb === 'QUIT' ? '221 bye' : '250 fine')
    }
    reply('220 sink')
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (waiting + text).split('\r\n')
      waiting = lines.pop() ?? ''
      for (const line of lines) handle(line)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('No port for the mail sink')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refuseNext: (line) => {
      refusal = line
    },
    onStored: (listener) => {
      stored = listener
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
