import { contract } from '#contract/endpoint.ts'
import type { secondFactorSchemas } from './schemas.ts'

export type { SecondFactor } from './schemas.ts'

export const isAppCode = (code: string) => /^\d{6}$/.test(code)

export const secondFactor = contract<typeof secondFactorSchemas>()('secondFactor', {
  show: { call: 'GET /auth/second-factor', access: 'agent' },
  start: { call: 'POST /auth/second-factor', access: 'agent' },
  confirm: { call: 'POST /auth/second-factor/confirm', access: 'agent' },
  renewCodes: { call: 'POST /auth/second-factor/recovery-codes', access: 'agent' },
  disable: { call: 'POST /auth/second-factor/disable', access: 'agent' },
})
