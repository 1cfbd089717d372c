import { fitText } from '#contract/cut-text.ts'
import type { NotificationEvent } from '#contract/vocabulary.ts'

/** The content of one notification; `url` is absolute. */
export type ChannelMessage = {
  event: NotificationEvent
  title: string
  lines: readonly string[]
  url: string
}

export type Target =
  | { kind: 'slack' | 'teams' | 'discord' }
  | { kind: 'ntfy'; topic: string; secret: string | null }

const maxDiscordCharacters = 2_000
/** The limit of a text object, counted after escaping. */
const maxSlackCharacters = 3_000
/** ntfy turns longer messages into attachments. */
const maxNtfyBytes = 4_000

const high: readonly NotificationEvent[] = ['deadline.overdue', 'chat.waiting', 'chat.message']

const slackEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const forSlack = (text: string) => text.replace(/[&<>]/g, (one) => slackEscapes[one] ?? one)

/**
 * Notifications and older clients show `text`; channels show the blocks, where `text` contains no
 * markup.
 */
function slackMessage(text: string, url: string) {
  const section = (type: 'plain_text' | 'mrkdwn', words: string) => ({
    type: 'section',
    text: { type, text: words },
  })
  return {
    text: `${forSlack(text)}\n${forSlack(url)}`,
    blocks: [
      section('plain_text', fitText(forSlack(text), maxSlackCharacters)),
      section('mrkdwn', `<${forSlack(url)}>`),
    ],
  }
}

/** Escapes text of others, so that it cannot contain markup, mentions or links. */
const forDiscord = (text: string) =>
  text.replace(/[\\*_~`|<>[\]@]|:(?=\/\/)|(?<=^\s*)[-+#]/gm, '\\$&')

/** The flag SUPPRESS_EMBEDS disables previews, even for addresses written without https. */
const withoutPreviews = 4

/** The link follows the text; only the text is truncated. */
function discordContent(text: string, url: string): string {
  return `${fitText(forDiscord(text), maxDiscordCharacters - url.length - 1)}\n${url}`
}

/** A text run is displayed verbatim, whereas a `TextBlock` interprets Markdown. */
const plainLine = (text: string, weight: 'Bolder' | 'Default' = 'Default') => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, weight }],
})

const card = ({ title, lines, url }: ChannelMessage) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  body: [plainLine(title, 'Bolder'), ...lines.map((text) => plainLine(text))],
  actions: [{ type: 'Action.OpenUrl', title: 'Open', url }],
})

function bodyOf(target: Target, message: ChannelMessage): object {
  const { event, title, lines, url } = message
  const text = [title, ...lines].join('\n')
  switch (target.kind) {
    case 'slack':
      return slackMessage(text, url)
    case 'teams': {
      const contentType = 'application/vnd.microsoft.card.adaptive'
      return {
        type: 'message',
        attachments: [{ contentType, contentUrl: null, content: card(message) }],
      }
    }
    case 'discord':
      return {
        content: discordContent(text, url),
        allowed_mentions: { parse: [] },
        flags: withoutPreviews,
      }
    case 'ntfy':
      return {
        topic: target.topic,
        title: fitText(title, 250),
        message: fitText(lines.join('\n') || title, maxNtfyBytes, 'bytes'),
        click: url,
        priority: high.includes(event) ? 4 : 3,
      }
  }
}

/** The request that sends a notification, in the format of the service. */
export function requestOf(target: Target, message: ChannelMessage) {
  const secret = target.kind === 'ntfy' && target.secret
  return {
    headers: {
      'content-type': 'application/json',
      ...(secret && { authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify(bodyOf(target, message)),
  }
}
