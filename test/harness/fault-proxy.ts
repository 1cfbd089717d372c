import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy whose connections can be cut. It forwards to a port of this machine. */
export type FaultProxy = {
  port: number
  /**
   * Cuts a `share` (0 to 1) of the open connections at both ends, in mid-transfer.
   * @returns how many were cut.
   */
  cut(share: number): number
  /** While set, the first response on a connection is dropped and the connection cut. */
  swallowAnswers: boolean
  close(): Promise<void>
}

export async function openFaultProxy(target: number): Promise<FaultProxy> {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => {})
      from.on('data', (chunk) => {
        if (from === far && proxy.swallowAnswers) near.destroy()
        else if (!to.destroyed) to.write(chunk)
      })
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: FaultProxy = {
    port: (server.address() as AddressInfo).port,
    swallowAnswers: false,
    cut(share) {
      const chosen = [...pairs].filter(() => Math.random() < share)
      for (const [near, far] of chosen) {
        // Half of the data in transit arrives, the other half does not.
        far.destroy()
        near.resetAndDestroy()
      }
      return chosen.length
    },
    async close() {
      server.close()
      for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy()
      await once(server, 'close')
    },
  }
  return proxy
}
