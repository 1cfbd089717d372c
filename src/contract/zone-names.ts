/** Names that ICU adds to the IANA database, including three-letter ones other than these. */
const inIcuAlone =
  /^(systemv\/.*|us\/pacific-new|etc\/unknown|(?!utc|gmt|uct|est|mst|hst|wet|cet|met|eet|prc|roc|rok)[a-z]{3})$/i

/** Whether the IANA database has the name, including old ones such as `US/Pacific`. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 have no clock changes.
  if (!/^[a-z]/i.test(name) || inIcuAlone.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The zone of this browser, or UTC if the server does not accept it. */
export function browserZone(): string {
  // The zone is `Etc/Unknown` when the system has none.
  const { timeZone = '' } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
