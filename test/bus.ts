import type { Channel, OpenChannel } from '../src/server/live/pub-sub.ts'

/** A pub/sub channel between instances in one process, which can fall silent as Redis can. */
export function openBus(): { channel: OpenChannel; isSilent: boolean } {
  const ears = new Set<(text: string) => void>()
  const bus = {
    isSilent: false,
    channel: (hear: (text: string) => void): Channel => {
      ears.add(hear)
      return {
        async send(text) {
          if (bus.isSilent) throw new Error('silent')
          for (const ear of ears) ear(text)
        },
        async close() {
          ears.delete(hear)
        },
      }
    },
  }
  return bus
}
