import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Transaction } from '#server/database/open.ts'
import { invitations } from '#server/database/schema.ts'
import { hashToken } from '#server/http/identify.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Dependencies } from '#server/service/context.ts'

const validDays = 7

type Receiver = { id: string; username: string; email: string | null }
type Joining = Receiver & { joining: boolean }

export async function voidLinks(tx: Transaction, userId: string): Promise<void> {
  await tx
    .delete(invitations)
    .where(and(eq(invitations.userId, userId), isNull(invitations.usedAt)))
}

function letter(
  { username, joining }: Joining,
  link: string,
  firm: string,
): { subject: string; text: string } {
  const purpose = joining
    ? `You’re invited to the ${firm} back office as ${username}.`
    : `You can choose a new password for ${username} in the ${firm} back office.`
  return {
    subject: joining ? `Your invitation to ${firm}` : `A new password for ${firm}`,
    text: [
      purpose,
      `Choose a password here within ${validDays} days:`,
      link,
      'The link works once. If you didn’t expect this message, you can ignore it.',
    ].join('\n\n'),
  }
}

const linkOf = ({ config }: Dependencies, token: string) =>
  `${config.publicUrl}/invitation#${token}`

const mailedTo = ({ config }: Dependencies, { email }: Receiver) => (config.mail ? email : null)

const firstToken = ({ encryption }: Dependencies, { id }: Receiver) =>
  encryption.derive(`invitation|${id}`)

/** The token is derived, so that a retry can return it again although only its hash is stored. */
export function makeFirstLink(deps: Dependencies, tx: Transaction, receiver: Receiver, by: string) {
  return makeLink(deps, tx, { ...receiver, joining: true }, by, firstToken(deps, receiver))
}

/** @throws Failure `conflict` if the invitation's link is no longer valid. */
export async function firstLink(deps: Dependencies, tx: Transaction, receiver: Receiver) {
  const token = firstToken(deps, receiver)
  const [made] = await tx
    .select({ validUntil: invitations.expiresAt })
    .from(invitations)
    .where(and(eq(invitations.tokenHash, hashToken(token)), isNull(invitations.usedAt)))
  if (!made) throw new Failure('conflict', 'The link of this invitation was used or replaced.')
  return { link: linkOf(deps, token), ...made, mailedTo: mailedTo(deps, receiver) }
}

/** The token is in the URL fragment, so that no server, proxy or next page can see it. */
export async function makeLink(
  deps: Dependencies,
  tx: Transaction,
  receiver: Joining,
  invitedBy: string,
  token = randomBytes(32).toString('base64url'),
): Promise<{ link: string; validUntil: Date; mailedTo: string | null }> {
  await voidLinks(tx, receiver.id)
  const [made] = await tx
    .insert(invitations)
    .values({
      tokenHash: hashToken(token),
      userId: receiver.id,
      invitedBy,
      expiresAt: sql`now() + make_interval(days => ${validDays})`,
    })
    .returning({ validUntil: invitations.expiresAt })
  if (!made) throw new Error('The insert of an invitation returned no row.')
  const link = linkOf(deps, token)
  const to = mailedTo(deps, receiver)
  if (to)
    await queueMail(deps, tx, {
      kind: 'account',
      to,
      ...letter(receiver, link, deps.content.resolved().firm.name),
    })
  return { link, validUntil: made.validUntil, mailedTo: to }
}
