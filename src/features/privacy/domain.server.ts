import type { Domain } from '#server/http/domain.ts'
import { deleteExpiredNightly } from './retention/expired-data.server.ts'

export const privacyDomain: Domain = {
  jobs: [deleteExpiredNightly],
}
