import type { SiteSettings } from '#contract/settings/document.ts'
import { defaultSettings } from './defaults.ts'
import { resolveVariables } from './variables.ts'

/** Reply times of the environment, which count instead of those of the settings. */
export type ReplyTimes = {
  replyWithinMs?: number | undefined
  chatReplyWithinMs?: number | undefined
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Without a phone number or an address of the defaults, once demo content is off. */
function withoutDemoContact(settings: SiteSettings): SiteSettings {
  if (settings.demo.showDemoContent) return settings
  const { contact } = settings
  const usual = defaultSettings().contact
  return {
    ...settings,
    contact: {
      ...contact,
      phone: contact.phone === usual.phone ? null : contact.phone,
      address: same(contact.address, usual.address) ? null : contact.address,
    },
  }
}

/** How the site shows settings: with reply times in force, and variables replaced by values. */
export const inForce =
  ({ replyWithinMs, chatReplyWithinMs }: ReplyTimes) =>
  ({ contact, ...settings }: SiteSettings): SiteSettings =>
    resolveVariables(
      withoutDemoContact({
        ...settings,
        contact: {
          ...contact,
          ...(replyWithinMs !== undefined && { replyWithinHours: replyWithinMs / 3_600_000 }),
          ...(chatReplyWithinMs !== undefined && {
            chatReplyWithinMinutes: chatReplyWithinMs / 60_000,
          }),
        },
      }),
    )

/** Paths of the fields that count for nothing. */
export const overriddenBy = ({ replyWithinMs, chatReplyWithinMs }: ReplyTimes): string[] => [
  ...(replyWithinMs === undefined ? [] : ['contact.replyWithinHours']),
  ...(chatReplyWithinMs === undefined ? [] : ['contact.chatReplyWithinMinutes']),
]
