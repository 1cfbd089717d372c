import type { FastifyInstance } from 'fastify'

/** Something the product cannot work without, and how to ask whether it answers. */
export type Dependency = { name: string; answers(): Promise<void> }

const patienceMs = 1000

/** Whether it answers within a second. */
export async function answersInTime(dependency: Dependency): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), patienceMs)
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
 * `/healthz`: the process lives. `/readyz`: everything it needs answered within a second and it is
 * not about to stop. Strangers see no more than that.
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
