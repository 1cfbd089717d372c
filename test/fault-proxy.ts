import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line that can be cut: everything that connects to it is passed on to a port of this machine. */
export type FaultProxy = {
  port: number
  /** Cuts `share` of the open connections, 0 to 1, at both ends and mid-word. @returns how many. */
  cut(share: number): number
  /** The next answer does not come: its connection is cut when the first byte of it arrives. */
  swallowNext(): void
  close(): Promise<void>
}

export async function openFaultProxy(target: number): Promise<FaultProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let toSwallow = 0
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    if (toSwallow > 0) {
      toSwallow--
      far.once('data', () => near.resetAndDestroy())
    }
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => {})
      from.on('data', (chunk) => to.destroyed || to.write(chunk))
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut(share) {
      const chosen = [...pairs].filter(() => Math.random() < share)
      for (const [near, far] of chosen) {
        // Half of what is on its way gets through, half does not.
        far.destroy()
        near.resetAndDestroy()
      }
      return chosen.length
    },
    swallowNext() {
      toSwallow++
    },
    async close() {
      server.close()
      for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy()
      await once(server, 'close')
    },
  }
}
