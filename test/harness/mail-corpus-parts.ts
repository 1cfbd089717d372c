import { type Case, own } from './mail-corpus.ts'
import { filePart, mailOf, multipartOf, textPart } from './mails.ts'
import { compound, gif, jpeg, officeFile, pdf, png, zipOf } from './sample-files.ts'

const html = (body: string) => ({
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body,
})

const nested = (raw: Buffer, disposition = '') => ({
  headers: {
    'Content-Type': 'message/rfc822',
    ...(disposition && { 'Content-Disposition': disposition }),
  },
  body: raw,
})

const ofHtml = (charset = 'utf-8') => ({ 'Content-Type': `text/html; charset=${charset}` })

const received = (name: string, raw: Buffer, ends: Case['ends'] = {}): Case => ({
  name,
  raw,
  ends: { kind: 'received', ...ends },
})

const unreadable = (name: string, raw: string | Buffer, reason: string): Case => ({
  name,
  raw: Buffer.from(raw),
  ends: { unreadable: reason },
})

function nestedParts(depth: number): string {
  const opened = Array.from({ length: depth }, (_, n) => {
    return `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`
  })
  return `From: vera@visitor.test\r\nMessage-ID: <${depth}.levels@visitor.test>\r\n${opened.join('')}Content-Type: text/plain\r\n\r\n${own}\r\n`
}

function nestedMails(depth: number): Buffer {
  let raw = mailOf(own)
  for (let n = 0; n < depth; n++) raw = mailOf(raw.toString(), { 'Content-Type': 'message/rfc822' })
  return raw
}

/** Decompresses from a kilobyte to a megabyte of zeros, ten times over. */
const bomb = () =>
  zipOf(
    Array.from({ length: 10 }, (_, n) => `${n}.txt`),
    '0'.repeat(1024 * 1024),
  )

/** Mails of several parts, and mails with no suitable part. */
export async function partCases(): Promise<Case[]> {
  return [
    received(
      'an answer in Danish to our name',
      mailOf(`${own}\n\nFra: Counterfoil\nSendt: mandag\nTil: Vera\nEmne: Andet\n\nHvornår?`),
      { text: own, quoted: 'Hvornår?' },
    ),
    received('text and HTML', multipartOf('alternative', [textPart(own), html(`<p>${own}</p>`)]), {
      text: own,
    }),
    received(
      'an empty text beside HTML',
      multipartOf('alternative', [textPart(' '), html(`<p>${own}`)]),
      {
        text: own,
        unlike: 'takes the empty text',
      },
    ),
    received('HTML alone', mailOf(`<h1>Offer</h1><p>${own}<br>Vera</p>`, ofHtml()), {
      text: `Offer\n\n${own}\nVera`,
      unlike: 'has capitals',
    }),
    received(
      'a table in HTML',
      mailOf(
        `<p>${own}</p><table><tr><th>Day</th><th>Slips</th></tr><tr><td>Mon</td><td>900</td></tr></table>`,
        ofHtml(),
      ),
      { text: `${own}\n\nDay Slips\nMon 900`, unlike: 'joins cells' },
    ),
    received(
      'HTML of Outlook',
      mailOf(
        `<html xmlns:o="urn:x"><head><style>p{color:red}</style></head><body><!--[if gte mso 9]><xml/><![endif]--><p class=MsoNormal>${own}<o:p></o:p></p></body></html>`,
        ofHtml(),
      ),
      { text: own },
    ),
    received(
      'HTML that quotes',
      mailOf(
        `<p>${own}</p><div>On Mon, Nov 2, 2026 at 9:12 AM Firm wrote:</div><blockquote>When?</blockquote>`,
        ofHtml(),
      ),
      {
        text: own,
        quoted: '> When?',
        unlike: 'quotes otherwise',
      },
    ),
    received('HTML with a link', mailOf('<a href="https://x.test/a">here</a>', ofHtml()), {
      text: 'here [https://x.test/a]',
    }),
    received('HTML that never closes', mailOf('<div>'.repeat(3000) + own, ofHtml()), {
      text: '...',
      unlike: 'may stop',
    }),
    received(
      'an attachment of each kind',
      multipartOf('mixed', [
        textPart(own),
        filePart('a.pdf', 'application/pdf', pdf),
        filePart('b.png', 'image/png', png),
        filePart('c.jpg', 'image/jpeg', jpeg),
        filePart('d.gif', 'image/gif', gif),
        filePart('e.doc', 'application/msword', compound),
        filePart('f.docx', 'application/octet-stream', await officeFile('word/')),
        filePart('g.txt', 'text/plain', Buffer.from('words')),
      ]),
      {
        text: own,
        files: ['a.pdf', 'b.png', 'c.jpg', 'd.gif', 'e.doc', 'f.docx', 'g.txt'],
      },
    ),
    received(
      'winmail.dat',
      multipartOf('mixed', [
        textPart(own),
        filePart('winmail.dat', 'application/ms-tnef', Buffer.from('78 9f 3e 22', 'hex')),
      ]),
      { text: own, refused: ['winmail.dat'] },
    ),
    received(
      'programs, scripts and pages',
      multipartOf('mixed', [
        textPart(own),
        filePart('a.exe', 'application/pdf', Buffer.from('MZ')),
        filePart('b.html', 'text/html', Buffer.from('<script>')),
        filePart('c.svg', 'image/svg+xml', Buffer.from('<svg/>')),
        filePart('d.pdf', 'application/pdf', Buffer.from('<html>')),
        filePart('e.pdf', 'application/pdf', Buffer.alloc(0)),
      ]),
      { text: own, refused: ['a.exe', 'b.html', 'c.svg', 'd.pdf', 'e.pdf'] },
    ),
    received(
      'a zip bomb',
      multipartOf('mixed', [textPart(own), filePart('z.zip', 'application/zip', await bomb())]),
      {
        text: own,
        files: ['z.zip'],
      },
    ),
    received(
      'a path as a name',
      multipartOf('mixed', [
        textPart(own),
        filePart('../../etc/passwd.txt', 'text/plain', Buffer.from('x')),
      ]),
      { text: own, files: ['passwd.txt'] },
    ),
    received(
      'a name in RFC 2231',
      multipartOf('mixed', [
        textPart(own),
        {
          headers: {
            'Content-Type': 'application/pdf',
            'Content-Disposition':
              "attachment; filename*0*=utf-8''Gr%C3%BC; filename*1*=%C3%9Fe.pdf",
            'Content-Transfer-Encoding': 'base64',
          },
          body: pdf.toString('base64'),
        },
      ]),
      { text: own, files: ['Grüße.pdf'] },
    ),
    received(
      'a picture inside',
      multipartOf('related', [
        html('<img src="cid:a@x">'),
        {
          ...filePart('a.png', 'image/png', png),
          headers: { ...filePart('a.png', 'image/png', png).headers, 'Content-ID': '<a@x>' },
        },
      ]),
      { text: '', files: ['a.png'], unlike: 'shows the picture' },
    ),
    received(
      'a forwarded mail as a file',
      multipartOf('mixed', [
        textPart(own),
        nested(mailOf('Inner'), 'attachment; filename="inner.eml"'),
      ]),
      { text: own, refused: ['inner.eml'] },
    ),
    received(
      'a boundary that never comes',
      Buffer.from(
        `From: vera@visitor.test\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n${own}`,
      ),
      {
        text: own,
        unlike: 'shows the preamble',
      },
    ),
    received(
      'no end of the last part',
      Buffer.from(
        `From: vera@visitor.test\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n${own}`,
      ),
      { text: own },
    ),
    received(
      'base64 that is cut',
      mailOf('R3LDvMOfZ', {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Transfer-Encoding': 'base64',
      }),
      {
        text: 'Grüß',
        unlike: 'may keep more',
      },
    ),
    received('25 levels', Buffer.from(nestedParts(25)), { text: own }),
    received('mails in mails, 5 deep', nestedMails(5), {
      refused: ['message.eml'],
      unlike: 'goes on',
    }),
    received('a text of 3 MB', mailOf('x'.repeat(3 * 1024 * 1024)), { unlike: 'keeps all' }),
    {
      name: 'a calendar reply',
      raw: multipartOf('mixed', [
        textPart(own),
        {
          headers: { 'Content-Type': 'text/calendar; method=REPLY; charset=utf-8' },
          body: 'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR\r\n',
        },
      ]),
      ends: { kind: 'automatic', text: own, refused: ['unnamed'], unlike: 'names it otherwise' },
    },
    {
      name: 'a delivery report about nothing of ours',
      raw: multipartOf('report; report-type=delivery-status', [
        textPart('Not delivered'),
        {
          headers: { 'Content-Type': 'message/delivery-status' },
          body: 'Reporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; a@x.test\r\nAction: failed\r\nStatus: 5.1.1\r\n',
        },
      ]),
      ends: { kind: 'bounce', text: 'Not delivered', unlike: 'shows the report' },
    },
    {
      name: 'a read receipt',
      raw: multipartOf('report; report-type=disposition-notification', [
        textPart('It was read'),
        {
          headers: { 'Content-Type': 'message/disposition-notification' },
          body: 'Disposition: manual-action/MDN-sent-manually; displayed\r\n',
        },
      ]),
      ends: {
        kind: 'automatic',
        text: 'It was read',
        refused: ['message.eml'],
        unlike: 'counts otherwise',
      },
    },
    {
      name: 'spam by its header',
      raw: mailOf(own, { 'X-Spam-Flag': 'YES' }),
      ends: { kind: 'received', text: own, suspect: true },
    },
    unreadable('nested 200 deep', nestedParts(200), 'nested_too_deep'),
    unreadable(
      'headers of 300 KB',
      mailOf(own, { 'X-Long': 'x'.repeat(300 * 1024) }),
      'headers_too_large',
    ),
  ]
}
