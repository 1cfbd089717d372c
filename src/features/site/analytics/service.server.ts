import type { Service } from '#server/service/context.ts'
import type { analytics } from './contract.ts'

export const analyticsService: Service<typeof analytics> = {
  async settings({ config }) {
    const { gtmId, measurementId } = config.analytics
    return { gtmId: gtmId ?? null, measurementId: measurementId ?? null }
  },
}
