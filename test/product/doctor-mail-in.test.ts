import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { checkMailIn } from '#cli/doctor-mail-in.ts'
import { readConfig } from '#server/config.ts'
import { freePort } from '../harness/product.ts'
import { temporaryDirectory } from '../harness/temporary-directory.ts'

const token = 'a token of this test'.replaceAll(' ', '-')

function configOf(more: Record<string, string>) {
  return readConfig({
    DATA_DIR: temporaryDirectory(),
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'site@firm.test',
    MAIL_TO: 'ana@firm.test',
    ...more,
  })
}

const site = new URL('http://127.0.0.1:1/')

/**
 * Opens an IMAP server that knows the user `ana` with the password `p@ss` and the mailbox INBOX,
 * and records commands.
 */
async function openImap() {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.write('* OK ready\r\n')
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n').filter(Boolean)) {
        const [tag = '', verb = '', ...rest] = line.split(' ')
        asked.push(verb.toUpperCase())
        const words = rest.join(' ')
        const refused =
          (verb === 'LOGIN' && words !== '"ana" "p@ss"' && '[AUTHENTICATIONFAILED] wrong') ||
          (verb === 'EXAMINE' && !/^"?INBOX"?\b/.test(words) && 'no such mailbox')
        if (verb === 'CAPABILITY') socket.write('* CAPABILITY IMAP4rev1\r\n')
        if (verb === 'LIST' && /INBOX/.test(words)) socket.write('* LIST () "/" INBOX\r\n')
        if (verb === 'EXAMINE' && !refused) {
          socket.write('* 0 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 1] ok\r\n')
        }
        socket.write(`${tag} ${refused ? `NO ${refused}` : 'OK done'}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    asked,
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('a mailbox that opens is sound; it is opened for reading alone', async () => {
  await using imap = await openImap()
  const url = (login: string, mailbox: string) =>
    configOf({ IMAP_URL: `imap://${login}@127.0.0.1:${imap.port}/${mailbox}` })
  const [sound] = await checkMailIn(url('ana:p%40ss', 'INBOX'), site)
  expect(sound).toEqual({ check: 'Mail in', status: 'ok', words: 'the mailbox INBOX opens.' })
  expect(imap.asked).toContain('EXAMINE')
  expect(imap.asked.filter((verb) => /SELECT|STORE|EXPUNGE|MOVE/.test(verb))).toEqual([])
  const [wrong] = await checkMailIn(url('ana:hunter2', 'INBOX'), site)
  expect(wrong).toMatchObject({
    status: 'failed',
    words: expect.stringContaining('login is refused'),
  })
  const [missing] = await checkMailIn(url('ana:p%40ss', 'Leads'), site)
  expect(missing).toMatchObject({
    status: 'failed',
    words: expect.stringContaining('no mailbox Leads'),
  })
  expect(JSON.stringify([wrong, missing])).not.toMatch(/hunter2|p@ss/)
})

test('a closed port, an unknown host and no way in each say what to do', async () => {
  const closed = configOf({ IMAP_URL: `imap://ana:p@127.0.0.1:${await freePort()}/INBOX` })
  expect((await checkMailIn(closed, site))[0]?.words).toContain('start the server, or correct')
  const unknown = configOf({ IMAP_URL: 'imaps://ana:p@mail.invalid/INBOX' })
  expect((await checkMailIn(unknown, site))[0]?.words).toContain('correct the host in IMAP_URL')
  expect(await checkMailIn(configOf({}), site)).toMatchObject([{ status: 'not set' }])
})

test('a product that is away says so', async () => {
  const away = new URL(`http://127.0.0.1:${await freePort()}/`)
  const [found] = await checkMailIn(configOf({ MAIL_IN_TOKEN: token }), away)
  expect(found?.words).toContain('cannot be reached (ECONNREFUSED): start the product')
})

test.each([
  [401, 'ok', 'refuses a wrong token'],
  [202, 'failed', 'answers a wrong token with 202'],
  [404, 'failed', 'restart the product with MAIL_IN_TOKEN'],
  [429, 'warning', 'ask again later'],
])('an endpoint that answers a wrong token with %i is %s', async (answer, status, words) => {
  const { createServer: createHttp } = await import('node:http')
  const sent: (string | undefined)[] = []
  const server = createHttp((request, response) => {
    sent.push(`${request.method} ${request.url}`, request.headers.authorization)
    response.writeHead(answer).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const found = await checkMailIn(
    configOf({ MAIL_IN_TOKEN: token }),
    new URL(`http://127.0.0.1:${port}/`),
  )
  await new Promise((resolve) => server.close(resolve))
  expect(found).toMatchObject([{ check: 'Mail in', status, words: expect.stringContaining(words) }])
  expect(sent[0]).toBe('POST /api/mail/in')
  expect(sent[1]).not.toContain(token)
})
