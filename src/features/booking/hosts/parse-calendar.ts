import ICAL from 'ical.js'

/** A component in jCal format (RFC 7265). */
type Part = [name: string, properties: unknown[], parts: Part[]]

const isRead =
  /^(UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|ATTENDEE(?=.*DECLINED)|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i

/** When one of these starts inside another, the outer one was not closed. */
const wholeParts = ['vevent', 'vfreebusy', 'vtimezone', 'vtodo', 'vjournal']

/** If the library rejects a value, it stays text, so that the other properties are still read. */
function parseProperty(line: string): unknown {
  const colon = line.lastIndexOf(':')
  const [head, value] = [line.slice(0, colon), line.slice(colon + 1).trim()]
  const [name = ''] = head.split(';')
  // Many programs omit VALUE=DATE for a day, and the quotes around a zone name with a colon.
  const quoted = head.replace(/(;TZID=)([^";]+)/i, '$1"$2"')
  const kind = /^\d{8}$/.test(value) ? ';VALUE=DATE' : ''
  try {
    if (/^RRULE/i.test(name)) return ICAL.parse.property(`${head}:${value.toUpperCase()}`)
    const isTime = /^(DT|RDATE|EXDATE|REC)/i.test(name)
    return ICAL.parse.property(isTime ? `${quoted}${kind}:${value}` : line)
  } catch {
    return [name.toLowerCase(), {}, 'unknown', value]
  }
}

/** Yields the values of a list one by one. */
function* parseLine(line: string): Generator<unknown> {
  if (!isRead.test(line) || /^RRULE[^:]*:\s*$/i.test(line)) return
  const isList = /^(RDATE|EXDATE|FREEBUSY)[;:]/i.test(line)
  const at = isList ? line.lastIndexOf(':') + 1 : line.length
  for (const value of line.slice(at).split(',')) yield parseProperty(line.slice(0, at) + value)
}

/**
 * Parses the calendars of a file, keeping only what decides when they are busy. The result is null
 * if a calendar is incomplete.
 */
export function parseCalendars(text: string): ICAL.Component[] | null {
  const calendars: Part[] = []
  const open: Part[] = []
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
  for (const line of lines) {
    const [, mark, name = ''] = /^\s*(BEGIN|END):\s*([\w-]+)/i.exec(line) ?? []
    const kind = name.toLowerCase()
    if (mark?.toUpperCase() === 'BEGIN') {
      if (kind === 'vcalendar' && open.length > 0) return null
      if (wholeParts.includes(kind)) open.splice(1)
      const part: Part = [kind, [], []]
      const around = open.at(-1)?.[2] ?? calendars
      around.push(part)
      open.push(part)
    } else if (mark) {
      const at = open.findLastIndex(([one]) => one === kind)
      if (at >= 0) open.splice(at)
    } else open.at(-1)?.[1].push(...parseLine(line))
  }
  return open.length > 0 ? null : calendars.map((part) => new ICAL.Component(part))
}
