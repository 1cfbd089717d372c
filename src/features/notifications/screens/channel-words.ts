import type { channelKinds } from '#contract/vocabulary.ts'

export const kindWords: Record<(typeof channelKinds)[number], string> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  ntfy: 'ntfy',
}

type Result = { active: boolean; lastStatus: number | null; failingSince: string | null }

/** The last delivery result of a channel, in words. */
export function resultWords({ active, lastStatus, failingSince }: Result): {
  text: string
  isBad: boolean
} {
  if (!active && failingSince)
    return { text: `Off: its address is gone (${lastStatus})`, isBad: true }
  if (!active) return { text: 'Off', isBad: false }
  if (failingSince) {
    return { text: lastStatus ? `Refused with ${lastStatus}` : 'No response', isBad: true }
  }
  return { text: lastStatus === null ? 'Nothing sent yet' : 'Working', isBad: false }
}
