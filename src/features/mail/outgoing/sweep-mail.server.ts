import { z } from 'zod'
import { job } from '#server/jobs/jobs.ts'
import { removeUnsent } from './service.server.ts'

export const sweepMail = job({
  name: 'mail.unsent',
  payload: z.object({}),
  everySeconds: 3_600,
  run: ({ db }) => removeUnsent(db),
})
