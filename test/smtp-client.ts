import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/** Hands one mail to a server on this machine, as mail programs do. @throws when it is refused. */
export async function sendBySmtp(
  port: number,
  { from, to, raw }: { from: string; to: string; raw: Buffer },
): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const expect = async (code: string) => {
    for (;;) {
      const { value = '' } = await lines.next()
      if (!value.startsWith(code)) throw new Error(`The server said: ${value}`)
      if (value[3] !== '-') return
    }
  }
  const command = async (line: string, code: string) => {
    socket.write(`${line}\r\n`)
    await expect(code)
  }
  await expect('220')
  await command('EHLO visitor.test', '250')
  await command(`MAIL FROM:<${from}>`, '250')
  await command(`RCPT TO:<${to}>`, '250')
  await command('DATA', '354')
  socket.write(raw)
  await command('\r\n.', '250')
  socket.end('QUIT\r\n')
}
