import type { FastifyInstance } from 'fastify'

/** Something the product cannot work without; `answers` rejects when it is down. */
export type Dependency = { name: string; answers(): Promise<void> }

const timeoutMs = 1000

export async function answersInTime(dependency: Dependency): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), timeoutMs)
  })
  try {
    await Promise.race([dependency.answers(), late])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * `/healthz`: the process is alive. `/readyz`: every dependency answered within a second and the
 * process is not stopping. Reveals nothing more to strangers.
 */
export function answerHealth(
  app: FastifyInstance,
  dependencies: readonly Dependency[],
  isDraining: () => boolean,
): void {
  const config = { access: 'health' } as const
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config }, async (request, reply) => {
    if (isDraining()) return reply.status(503).send({ status: 'draining' })
    const answers = await Promise.all(dependencies.map(answersInTime))
    const silent = dependencies.filter((_, at) => !answers[at]).map(({ name }) => name)
    if (silent.length === 0) return { status: 'ready' }
    request.log.warn({ event: 'not_ready', silent })
    return reply.status(503).send({ status: 'unavailable' })
  })
}
