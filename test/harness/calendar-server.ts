import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export const calendarOf = (...events: [string, string][]) =>
  [
    'BEGIN:VCALENDAR\r\nVERSION:2.0',
    ...events.map(
      ([from, to], index) =>
        `BEGIN:VEVENT\r\nUID:${index}@x\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:${from}\r\nDTEND:${to}\r\nEND:VEVENT`,
    ),
    'END:VCALENDAR\r\n',
  ].join('\r\n')

/** Opens a calendar on this machine, of which the product may only reach one port. */
export async function openCalendar() {
  const calendar = {
    answer: ((_request, response) => response.end(calendarOf())) as RequestListener,
  }
  const server = createServer((request, response) => calendar.answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${port}/secret.ics`
  const says = (text: string) => {
    calendar.answer = (_request, response) => response.end(text)
  }
  const fails = () => {
    calendar.answer = (_request, response) => response.writeHead(500).end()
  }
  return { calendar, url, says, fails, allow: `127.0.0.1:${port}` }
}
