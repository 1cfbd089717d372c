import { classNames } from './class-names.ts'

/** Uses role=status; appears after 200 ms unless `immediate`. */
export function Spinner({
  label = 'Loading',
  size = 20,
  immediate = false,
}: {
  label?: string
  size?: 16 | 20 | 28
  immediate?: boolean
}) {
  const scale = { 16: 'text-sm', 20: 'text-lg', 28: 'text-2xl' }[size]
  return (
    <span
      role="status"
      className={classNames(
        'inline-flex items-center text-ink-2',
        scale,
        !immediate && 'after-a-moment',
      )}
    >
      <span className="spinner" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Pass the reserved height as a class, e.g. `min-h-80`. */
export function CenteredSpinner({
  label,
  minHeight = 'min-h-60',
}: {
  label?: string
  minHeight?: string
}) {
  return (
    <div className={classNames('grid place-items-center', minHeight)}>
      <Spinner label={label} size={28} />
    </div>
  )
}
