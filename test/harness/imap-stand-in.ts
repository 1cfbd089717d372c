import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

type StoredMail = { uid: number; raw: Buffer; at: Date }

/** A mailbox over IMAP4rev1 (RFC 3501) that its test can change. */
export type ImapStandIn = AsyncDisposable & {
  port: number
  url: string
  /** The commands in order, without their tags. */
  commands: string[]
  uidValidity: number
  connections(): number
  isIdle(): boolean
  /**
   * Adds a mail and notifies waiting clients.
   * @returns the mail's UID.
   */
  add(raw: Buffer, at?: Date): number
  /** Renumbers all mails from 1, in reverse order if `isReversed`. */
  renumber(isReversed?: boolean): void
  /** From now on, lists each mail twice. */
  repeat: boolean
  /** Selects commands that get no response from now on. */
  isMute: (command: string) => boolean
  /** From now on, refuses logins. */
  refuse: boolean
  drop(): void
  /** Stops reading and writing on the current connections without closing them. */
  silence(): void
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Formats a date as `01-Dec-2026 09:00:00 +0000`. */
function internalDate(at: Date): string {
  const [, day, month, year, time] = at.toUTCString().split(' ')
  return `${day}-${month}-${year} ${time} +0000`
}

type Part = { type: string; parameters: string; head: Buffer; body: Buffer; children: Part[] }

/** Splits a mail whose headers are as simple as those of the tests. */
function split(raw: Buffer): Part {
  const end = raw.indexOf('\r\n\r\n') + 4
  const [head, body] = [raw.subarray(0, end), raw.subarray(end)]
  const [, type = 'text/plain', parameters = ''] =
    /^content-type: *([^;\r\n]+)(.*)$/im.exec(head.toString()) ?? []
  const boundary = /boundary="([^"]+)"/.exec(parameters)?.[1]
  const children: Part[] = []
  if (boundary) {
    let at = body.indexOf(`--${boundary}\r\n`)
    while (at >= 0) {
      const from = at + boundary.length + 4
      const to = body.indexOf(`\r\n--${boundary}`, from)
      children.push(split(body.subarray(from, to)))
      at = body.indexOf(`--${boundary}\r\n`, to)
    }
  }
  return { type, parameters, head, body, children }
}

function partOf(raw: Buffer, section: string): Buffer {
  const root = split(raw)
  if (/^header$/i.test(section)) return root.head
  let part = root
  for (const number of section.split('.')) part = part.children[Number(number) - 1] ?? part
  return part.body
}

/** Makes a `BODYSTRUCTURE` (RFC 3501, 7.4.2). */
function structureOf(raw: Buffer): string {
  const pairs = (text: string) => {
    const found = [...text.matchAll(/; *([\w-]+)="?([^";]+)"?/g)]
    return found.length > 0
      ? `(${found.map(([, name, value]) => `"${name}" "${value}"`).join(' ')})`
      : 'NIL'
  }
  const write = ({ type, parameters, head, body, children }: Part): string => {
    const [main = '', sub = ''] = type.toUpperCase().split('/')
    if (children.length > 0)
      return `(${children.map(write).join('')} "${sub}" ${pairs(parameters)} NIL NIL)`
    const [, encoding = '7BIT'] = /^content-transfer-encoding: *(\S+)/im.exec(head.toString()) ?? []
    const [, how = '', more = ''] =
      /^content-disposition: *([^;\r\n]+)(.*)$/im.exec(head.toString()) ?? []
    const lines = main === 'TEXT' ? ' 1' : ''
    const disposition = how ? `("${how}" ${pairs(more)})` : 'NIL'
    return `("${main}" "${sub}" ${pairs(parameters)} NIL NIL "${encoding}" ${body.length}${lines} NIL ${disposition} NIL)`
  }
  return write(split(raw))
}

export async function openImapStandIn(port = 0): Promise<ImapStandIn> {
  let mails: StoredMail[] = []
  let next = 1
  const sockets = new Map<Socket, { idleTag?: string | undefined; isSilent?: boolean }>()
  const commands: string[] = []

  const inRange = (set: string) => {
    const last = mails.at(-1)?.uid ?? 0
    const [from = 0, to = from] = set.split(':').map((one) => (one === '*' ? last : Number(one)))
    // The order of the two numbers does not matter (RFC 3501, 6.4.8).
    const [low, high] = [Math.min(from, to), Math.max(from, to)]
    return mails.filter(({ uid }) => uid >= low && uid <= high)
  }

  function fetch(socket: Socket, set: string, items: string): void {
    const found = inRange(set)
    for (const mail of standIn.repeat ? [...found, ...found] : found) {
      const parts = [`UID ${mail.uid}`]
      if (/RFC822\.SIZE/i.test(items)) parts.push(`RFC822.SIZE ${mail.raw.length}`)
      if (/INTERNALDATE/i.test(items)) parts.push(`INTERNALDATE "${internalDate(mail.at)}"`)
      const [, start, length] = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/i.exec(items) ?? [null]
      const seq = mails.indexOf(mail) + 1
      if (/BODYSTRUCTURE/i.test(items)) parts.push(`BODYSTRUCTURE ${structureOf(mail.raw)}`)
      const sections = [...items.matchAll(/BODY\.PEEK\[([\d.]+|HEADER)\]<0\.(\d+)>/gi)]
      if (sections.length > 0) {
        socket.write(`* ${seq} FETCH (${parts.join(' ')}`)
        for (const [, section = '', max] of sections) {
          const piece = partOf(mail.raw, section).subarray(0, Number(max))
          socket.write(` BODY[${section}]<0> {${piece.length}}\r\n`)
          socket.write(piece)
        }
        socket.write(')\r\n')
        continue
      }
      if (!/BODY\.PEEK\[\]/i.test(items)) {
        socket.write(`* ${seq} FETCH (${parts.join(' ')})\r\n`)
        continue
      }
      const from = Number(start ?? 0)
      const piece = mail.raw.subarray(from, length ? from + Number(length) : undefined)
      const origin = start === undefined ? '' : `<${from}>`
      socket.write(`* ${seq} FETCH (${parts.join(' ')} BODY[]${origin} {${piece.length}}\r\n`)
      socket.write(piece)
      socket.write(')\r\n')
    }
  }

  function since(text: string): Date {
    const [, day, month = '', year] = /SINCE "?(\d+)-(\w+)-(\d+)/i.exec(text) ?? []
    return new Date(Date.UTC(Number(year), months.indexOf(month), Number(day)))
  }

  function answer(socket: Socket, line: string): void {
    const state = sockets.get(socket)
    if (!state || state.isSilent) return
    if (state.idleTag && /^done$/i.test(line)) {
      socket.write(`${state.idleTag} OK idle ended\r\n`)
      state.idleTag = undefined
      return
    }
    const [tag = '', ...words] = line.split(' ')
    const command = words.join(' ')
    commands.push(command)
    if (standIn.isMute(command)) return
    const writeLine = (text: string) => socket.write(`${text}\r\n`)
    const ok = () => writeLine(`${tag} OK done`)
    const name = (/^uid$/i.test(words[0] ?? '') ? `uid ${words[1]}` : words[0])?.toLowerCase()
    switch (name) {
      case 'capability':
        writeLine('* CAPABILITY IMAP4rev1 IDLE')
        return void ok()
      case 'login':
        return void (standIn.refuse ? writeLine(`${tag} NO [AUTHENTICATIONFAILED] wrong`) : ok())
      case 'list':
      case 'lsub':
        writeLine('* LIST (\\HasNoChildren) "/" INBOX')
        return void ok()
      case 'examine':
      case 'select':
        writeLine(`* ${mails.length} EXISTS`)
        writeLine(`* OK [UIDVALIDITY ${standIn.uidValidity}] valid`)
        writeLine(`* OK [UIDNEXT ${next}] next`)
        return void writeLine(`${tag} OK [READ-ONLY] done`)
      case 'uid search': {
        const from = since(command)
        const found = mails.filter(({ at }) => at >= from).map(({ uid }) => uid)
        writeLine(`* SEARCH ${found.join(' ')}`.trimEnd())
        return void ok()
      }
      case 'uid fetch':
        fetch(socket, words[2] ?? '', words.slice(3).join(' '))
        return void ok()
      case 'idle':
        state.idleTag = tag
        return void writeLine('+ waiting')
      case 'logout':
        writeLine('* BYE')
        ok()
        return void socket.end()
      default:
        return void (/^(noop|id|check|close|unselect)$/.test(name ?? '')
          ? ok()
          : writeLine(`${tag} BAD unknown`))
    }
  }

  const server = createServer((socket) => {
    sockets.set(socket, {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.write('* OK stand-in ready\r\n')
    let rest = ''
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answer(socket, line)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('No port for the stand-in')
  const standIn: ImapStandIn = {
    port: address.port,
    commands,
    uidValidity: 1,
    repeat: false,
    refuse: false,
    isMute: () => false,
    url: `imap://mail:secret-password@127.0.0.1:${address.port}/INBOX`,
    connections: () => sockets.size,
    isIdle: () => [...sockets.values()].some(({ idleTag }) => idleTag !== undefined),
    add(raw, at = new Date()) {
      const uid = next++
      mails.push({ uid, raw, at })
      for (const [socket, { idleTag, isSilent }] of sockets) {
        if (idleTag && !isSilent) socket.write(`* ${mails.length} EXISTS\r\n`)
      }
      return uid
    },
    renumber(isReversed = false) {
      if (isReversed) mails.reverse()
      mails = mails.map((mail, at) => ({ ...mail, uid: at + 1 }))
      next = mails.length + 1
      standIn.uidValidity++
    },
    silence() {
      for (const state of sockets.values()) state.isSilent = true
    },
    drop() {
      for (const socket of sockets.keys()) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      standIn.drop()
      server.close()
      await once(server, 'close')
    },
  }
  return standIn
}
