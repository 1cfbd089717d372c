import type { Service } from '#server/service/context.ts'
import { coloursFor } from './colours.ts'
import type { colours } from './contract.ts'

export const coloursService: Service<typeof colours> = {
  derive: async (_, chosen) => coloursFor(chosen),
}
