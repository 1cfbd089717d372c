import { hash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { receipts } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import { canonical } from '../log/canonical.ts'
import { readKeys, readLog } from '../log/read-log.server.ts'
import type { SigningDependencies } from '../log/signer.server.ts'
import { limitCalls } from './service.server.ts'

/** A receipt enters the log at most this many seconds after its act. */
const maximumMergeDelaySeconds = 60

/** What verifiers need to know about the log: its name, its keys and its present head. */
async function describeLog(deps: SigningDependencies) {
  const { db, config } = deps
  const [log, keys, restored] = await Promise.all([
    readLog(db),
    readKeys(db),
    db
      .select({ record: receipts.record })
      .from(receipts)
      .where(eq(receipts.kind, 'log.restored'))
      .orderBy(asc(receipts.no)),
  ])
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
    restoredAt: restored.map(({ record }) => (JSON.parse(record) as { at: string }).at),
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
