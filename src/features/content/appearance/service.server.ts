import type { Service } from '#server/service/context.ts'
import { colorsFor } from './colors.ts'
import type { colors } from './contract.ts'

export const colorsService: Service<typeof colors> = {
  derive: async (_, chosen) => colorsFor(chosen),
}
