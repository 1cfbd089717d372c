import { contract } from '#contract/endpoint.ts'
import type { coloursSchemas } from './schemas.ts'

export const colours = contract<typeof coloursSchemas>()('colours', {
  derive: { call: 'POST /admin/site/colours', access: 'admin' },
})
