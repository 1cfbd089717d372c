import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { doctorHeader, isDoctor } from './security/doctor-token.ts'
import type { Encryption } from './security/encryption.ts'

/** `answers` rejects when the dependency is down. */
export type Dependency = { name: string; answers(): Promise<void> }

const timeoutMs = 1000

export async function answersInTime(dependency: Dependency): Promise<boolean> {
  const answer = dependency.answers().then(
    () => true,
    () => false,
  )
  return Promise.race([answer, wait(timeoutMs, false, { ref: false })])
}

/**
 * `/healthz` says that the process is alive. `/readyz` says that every dependency responds within a
 * second and that no shutdown has begun; the operator's doctor also gets its client address and
 * whether the other end of its connection is trusted.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  dependencies: readonly Dependency[],
  isDraining: () => boolean,
  encryption: Encryption,
  peerOf: (request: IncomingMessage) => object,
): void {
  const config = { access: 'health' } as const
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config }, async (request, reply) => {
    if (isDraining()) return reply.status(503).send({ status: 'draining' })
    const answers = await Promise.all(dependencies.map(answersInTime))
    const silent = dependencies.filter((_, at) => !answers[at]).map(({ name }) => name)
    if (silent.length === 0) {
      const isAskedByDoctor = isDoctor(encryption, request.headers[doctorHeader])
      if (!isAskedByDoctor) return { status: 'ready' }
      return { status: 'ready', clientAddress: request.clientAddress, peer: peerOf(request.raw) }
    }
    request.log.warn({ event: 'not_ready', silent })
    return reply.status(503).send({ status: 'unavailable' })
  })
}
