/** 'm:ss'; minutes may exceed 59. Never negative, since the two clocks may differ. */
export function elapsed(fromIso: string, to: number): string {
  const seconds = secondsBetween(fromIso, to)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function secondsBetween(fromIso: string, to: number): number {
  return Math.max(0, Math.floor((to - Date.parse(fromIso)) / 1000))
}

/** For screen readers, for example '1 minute 12 seconds'. */
export function spokenElapsed(fromIso: string, to: number): string {
  const seconds = secondsBetween(fromIso, to)
  const minutes = Math.floor(seconds / 60)
  const parts = [
    ...(minutes > 0 ? [`${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`] : []),
    ...(minutes === 0 || seconds % 60 > 0
      ? [`${seconds % 60} ${seconds % 60 === 1 ? 'second' : 'seconds'}`]
      : []),
  ]
  return parts.join(' ')
}
