import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '#server/service/context.ts'
import { canonical } from '../log/canonical.ts'
import {
  maximumMergeDelaySeconds,
  readKeys,
  readLog,
  readRestores,
} from '../log/read-log.server.ts'
import type { SigningDependencies } from '../log/signer.server.ts'
import { limitCalls } from './service.server.ts'

/** What verifiers need to know about the log: its name, its keys and its present head. */
async function describeLog(deps: SigningDependencies) {
  const { db, config } = deps
  const [log, keys, restores] = await Promise.all([readLog(db), readKeys(db), readRestores(db)])
  if (!log) throw new Error('The log of receipts has not started.')
  const { origin } = new URL(config.publicUrl)
  return {
    format: 1,
    log: log.log,
    origin,
    maximumMergeDelaySeconds,
    keys,
    head: JSON.parse(log.head) as object,
    headSignature: Buffer.from(log.headSignature).toString('hex'),
    restores,
  }
}

/** Any site may read it, because verifiers may run elsewhere. */
export function serveWellKnown(app: FastifyInstance, deps: Dependencies): void {
  const options = { config: { access: 'asset' } } as const
  app.get('/.well-known/receipts.json', options, async (request, reply) => {
    await limitCalls(deps, request.clientAddress)
    const text = canonical(await describeLog(deps))
    const etag = `"${hash('sha256', text, 'base64url')}"`
    reply.headers({
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
