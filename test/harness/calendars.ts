import ICAL from 'ical.js'

/** Finds lines that do not end in CRLF or are longer than 75 octets (RFC 5545, 3.1). */
export function wrongLines(text: string): string[] {
  const lines = text.split('\r\n')
  const last = lines.pop()
  return [
    ...lines.filter((line) => /[\r\n]/.test(line) || Buffer.byteLength(line) > 75),
    ...(last === '' ? [] : ['the last line has no end']),
  ]
}

/** Reads an iCalendar text like another program: the method, and the event's properties by name. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [event, ...others] = calendar.getAllSubcomponents('vevent')
  if (!event || others.length > 0) throw new Error('There is not one event.')
  const all = event.getAllProperties().map((one) => [one.name, String(one.getFirstValue())])
  const alarms = event.getAllSubcomponents('valarm')
  return {
    uid: String(event.getFirstPropertyValue('uid')),
    method: String(calendar.getFirstPropertyValue('method')),
    ...(Object.fromEntries(all) as Record<string, string>),
    parameters: (name: string) => event.getFirstProperty(name)?.toJSON()[1],
    alarms: alarms.map((alarm) => String(alarm.getFirstPropertyValue('trigger'))),
  }
}
