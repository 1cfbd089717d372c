/** 'm:ss', where minutes may exceed 59. Never negative, although the two clocks may differ. */
export function elapsed(fromIso: string, to: number): string {
  const seconds = secondsBetween(fromIso, to)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function secondsBetween(fromIso: string, to: number): number {
  return Math.max(0, Math.floor((to - Date.parse(fromIso)) / 1000))
}

/** For screen readers, for example '1 minute 12 seconds'. */
export function elapsedInWords(fromIso: string, to: number): string {
  const seconds = secondsBetween(fromIso, to)
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return counted(Math.floor(hours / 24), 'day')
  if (hours > 0) return counted(hours, 'hour')
  if (minutes === 0) return counted(rest, 'second')
  return counted(minutes, 'minute') + (rest > 0 ? ` ${counted(rest, 'second')}` : '')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
