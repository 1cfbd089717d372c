import { randomUUID } from 'node:crypto'
import type { ImapFlow, MessageStructureObject } from 'imapflow'
import { leftOutType } from '../incoming/attachments.server.ts'
import { maxHeadBytes } from '../incoming/intake.server.ts'

/** The limit for each text, which is also the parser's limit. */
const maxTextBytes = 1_048_576
const maxTexts = 20
const maxNesting = 20
const maxLeaves = 200

type Node = MessageStructureObject

const partOf = ({ part }: Node) => part ?? '1'

const isMultipart = (node: Node) => /^multipart\/[\w.+-]+$/.test(node.type) && node.childNodes

/** Includes the parts of a bounce that report on one of our mails. */
const isText = ({ type, disposition = '' }: Node) =>
  disposition.toLowerCase() !== 'attachment' &&
  /^(text\/[\w.+-]+|message\/((global-)?delivery-status|feedback-report))$/.test(type)

function leavesOf(node: Node, depth = 0): Node[] {
  if (!isMultipart(node)) return [node]
  if (depth === maxNesting) return []
  return (node.childNodes ?? []).flatMap((child) => leavesOf(child, depth + 1))
}

const plain = (value: string) => value.replace(/[^ !#-[\]-~]/g, '')

function leftOut(name: string, size: number): Buffer {
  const file = `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`
  return Buffer.from(
    `Content-Type: ${leftOutType}; access-type=x-left-out\r\nContent-Disposition: ${file}\r\n\r\n${size}`,
  )
}

/** The size of the decoded file. In base64, a line of 78 bytes encodes 57. */
const sizeOf = ({ encoding, size = 0 }: Node) =>
  encoding === 'base64' ? Math.round((size * 57) / 78) : size

function nameOf({ parameters, dispositionParameters, type }: Node): string {
  const name = dispositionParameters?.filename ?? parameters?.name
  return name ?? (type.startsWith('message/') ? 'message.eml' : 'unnamed')
}

function join(type: string, children: Buffer[]): Buffer {
  const boundary = randomUUID()
  const pieces = children.flatMap((child) => [
    Buffer.from(`--${boundary}\r\n`),
    child,
    Buffer.from('\r\n'),
  ])
  const head = `Content-Type: ${type}; boundary="${boundary}"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), ...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

function render(node: Node, texts: ReadonlyMap<string, Buffer>, leaves: ReadonlySet<Node>): Buffer {
  if (isMultipart(node)) {
    const children = (node.childNodes ?? []).filter((one) => isMultipart(one) || leaves.has(one))
    return join(
      node.type,
      children.map((child) => render(child, texts, leaves)),
    )
  }
  const text = texts.get(partOf(node))
  if (!text) return leftOut(nameOf(node), sizeOf(node))
  const { charset, format, delsp, method } = node.parameters ?? {}
  const parameters = Object.entries({ charset, format, delsp, method })
    .map(([name, value]) => (value ? `; ${name}="${plain(value)}"` : ''))
    .join('')
  const encoding = plain(node.encoding ?? '') || '7bit'
  const head = `Content-Type: ${node.type}${parameters}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), text])
}

/** Headers that describe the old body, which is replaced. */
const headersOfBody = /^(?:content-[^:\n]*|mime-version)[ \t]*:.*(?:\r?\n[ \t].*)*(?:\r?\n|$)/gim

/**
 * Reads a mail that exceeds the size limit: only its headers and texts, with its attachments listed
 * as left out. The rest is not fetched.
 *
 * @returns undefined if the mail was deleted in the meantime.
 */
export async function readReduced(
  client: ImapFlow,
  { uid, size }: { uid: number; size: number },
): Promise<Buffer | undefined> {
  const known = await client.fetchOne(`${uid}`, { bodyStructure: true }, { uid: true })
  if (!known) return undefined
  const root: Node = known.bodyStructure ?? { type: 'message/rfc822', size }
  const leaves = leavesOf(root).slice(0, maxLeaves)
  const kept = leaves.filter(isText).slice(0, maxTexts)
  const bodyParts = [
    { key: 'HEADER', start: 0, maxLength: maxHeadBytes },
    ...kept.map((node) => ({ key: partOf(node), start: 0, maxLength: maxTextBytes })),
  ]
  const found = await client.fetchOne(`${uid}`, { bodyParts }, { uid: true })
  if (!found) return undefined
  const body = render(root, found.bodyParts ?? new Map(), new Set(leaves))
  const isCut = kept.some((node) => (node.size ?? 0) > maxTextBytes)
  const whole = isCut ? join('multipart/mixed', [body, leftOut('message.eml', size)]) : body
  const headers = (found.headers ?? Buffer.alloc(0)).toString('latin1').trimEnd()
  const own = `${headers}\r\n`.replace(headersOfBody, '').replace(/\r?\n?$/, '')
  return Buffer.concat([Buffer.from(`${own}\r\nMIME-Version: 1.0\r\n`, 'latin1'), whole])
}
