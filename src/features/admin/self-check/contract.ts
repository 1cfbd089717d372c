import { z } from 'zod'
import { aFile, contract, done, nothing } from '../../../contract/endpoint.ts'
import { Time } from '../../../contract/fields.ts'

/** Steps in running order; `traces` removes the data left by the check. */
export const checkSteps = ['form', 'chat', 'file', 'mail', 'traces'] as const

export const SelfCheck = z.object({
  /** `overdue`: no check for 26 hours; `pending`: the first nightly check is still to come. */
  state: z.enum(['verified', 'failed', 'overdue', 'pending']),
  checkedAt: Time.nullable(),
  /** Beginning of a check that is still running. */
  runningSince: Time.nullable(),
  /** Failures of the last check; `since` is when the step began to fail. */
  failures: z.array(z.object({ step: z.enum(checkSteps), reason: z.string(), since: Time })),
  /** Steps of the last check with nothing to try. */
  skipped: z.array(z.enum(checkSteps)),
})
export type SelfCheck = z.output<typeof SelfCheck>

export const selfCheck = contract('selfCheck', {
  show: {
    call: 'GET /admin/self-check',
    access: 'agent',
    summary: 'Result of the last self-check of form, chat, files and mail.',
    input: nothing,
    output: SelfCheck,
  },
  run: {
    call: 'POST /admin/self-check',
    access: 'owner',
    summary:
      'Starts the self-check of form, chat, files and mail; answers early when it takes longer than some seconds.',
    input: nothing,
    output: SelfCheck,
  },
  upload: {
    call: 'POST /self-check/file',
    access: 'public',
    summary: 'Receives the file of a self-check; 404 for anyone else.',
    stream: 'upload',
    status: 201,
    input: nothing,
    output: done,
  },
  download: {
    call: 'GET /self-check/file',
    access: 'public',
    summary: 'Returns the file of a self-check; 404 for anyone else.',
    stream: 'download',
    input: nothing,
    output: aFile,
  },
  address: {
    call: 'GET /self-check/address',
    access: 'public',
    summary: 'For the doctor: the client address that this request appears to come from.',
    input: nothing,
    output: z.object({ address: z.string() }),
  },
})
