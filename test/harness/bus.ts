import type { Broker, OpenBroker } from '#server/pub-sub/pub-sub.ts'

/** A pub/sub broker between instances in one process. It can fall silent, as Redis can. */
export function openBus(): { broker: OpenBroker; isSilent: boolean } {
  const receivers = new Set<(text: string) => void>()
  const bus = {
    isSilent: false,
    broker: (receive: (text: string) => void): Broker => {
      receivers.add(receive)
      return {
        async send(text) {
          if (bus.isSilent) throw new Error('silent')
          for (const receive of receivers) receive(text)
        },
        async close() {
          receivers.delete(receive)
        },
      }
    },
  }
  return bus
}
