import type { IncomingMessage } from 'node:http'
import { Failure } from '../../../contract/failure.ts'
import type { Context } from '../../../server/context.ts'
import type { FileResponse } from '../../../server/http/file-response.ts'
import { type CheckRun, checkRunOf } from '../../../server/security/self-check-token.ts'
import { readOneFile } from '../../clients/documents/reading.server.ts'

/** In bytes: more than one packet, but negligible. */
export const checkFileBytes = 64 * 1024

async function demandCheck(context: Context): Promise<CheckRun> {
  const run = await checkRunOf(context, context.requester.checkToken)
  if (!run) throw new Failure('not_found', 'There is nothing at this address.')
  return run
}

export async function takeFile(context: Context, request: IncomingMessage): Promise<void> {
  const { storageKey } = await demandCheck(context)
  const tooLarge = () => new Failure('too_large', 'The file of a self-check is smaller.')
  const sent = await readOneFile(request, checkFileBytes, tooLarge)
  const received = await context.storage.receive(checkFileBytes, storageKey)
  try {
    await sent.pourInto(received.sink)
    await received.keep(received.sha256())
  } finally {
    await received.discard()
  }
}

export async function giveFile(context: Context): Promise<FileResponse> {
  const { storageKey } = await demandCheck(context)
  return {
    name: 'self-check.bin',
    type: 'application/octet-stream',
    size: checkFileBytes,
    open: (range) => context.storage.read(storageKey, range),
  }
}
