import { contract } from '#contract/endpoint.ts'
import type { colorsSchemas } from './schemas.ts'

export const colors = contract<typeof colorsSchemas>()('colors', {
  derive: { call: 'POST /admin/site/colors', access: 'admin' },
})
