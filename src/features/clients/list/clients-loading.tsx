import { SkeletonRows } from '#web/ui/loading.tsx'

const bars = ['w-1/4', 'w-1/3', 'w-1/6']

export const LoadingRows = ({ rows = 8 }: { rows?: number }) => (
  <SkeletonRows label="Loading clients" rows={rows} className="list-loading-row" bars={bars} />
)
