import type { SiteSettings } from '#contract/settings/document.ts'
import { defaultSettings } from './defaults.ts'
import { resolveVariables } from './variables.ts'

/** Reply times of the environment, which override those of the settings. */
export type ReplyTimes = {
  replyWithinMs?: number | undefined
  chatReplyWithinMs?: number | undefined
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Removes the default phone number and address once demo content is off. */
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

/** Settings as the site shows them, with environment overrides applied and variables replaced. */
export const effectiveSettings =
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

/** Paths of the fields that the environment overrides. */
export const overriddenBy = ({ replyWithinMs, chatReplyWithinMs }: ReplyTimes): string[] => [
  ...(replyWithinMs === undefined ? [] : ['contact.replyWithinHours']),
  ...(chatReplyWithinMs === undefined ? [] : ['contact.chatReplyWithinMinutes']),
]
