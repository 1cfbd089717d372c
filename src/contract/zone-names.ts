/** Names that ICU adds to those of the IANA database; of three letters, all but these. */
const inIcuAlone =
  /^(systemv\/.*|us\/pacific-new|etc\/unknown|(?!utc|gmt|uct|est|mst|hst|wet|cet|met|eet|prc|roc|rok)[a-z]{3})$/i

/** Whether the IANA database knows the name, old ones such as `US/Pacific` included. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 know no clock changes.
  if (!/^[a-z]/i.test(name) || inIcuAlone.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The zone of this browser, or UTC where it has none that the server takes. */
export function browserZone(): string {
  // `Etc/Unknown` where the system has none.
  const { timeZone = '' } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
