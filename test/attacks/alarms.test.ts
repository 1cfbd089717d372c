import { expect, test } from 'vitest'
import { auth } from '#features/identity/sign-in/contract.ts'
import { newProject, uploadUrl } from '../harness/project.ts'
import { breakOff } from '../harness/raw-http.ts'
import { multipart, pdf } from '../harness/sample-files.ts'
import { openTestApp, origin } from '../harness/test-app.ts'

/** Log lines of level error or worse, which alert an operator. */
const alarms = (logged: Record<string, unknown>[]) =>
  logged.filter(({ level }) => Number(level) >= 50)

const head = (line: string, ...headers: string[]) =>
  [line, 'Host: counterfoil.example', `Origin: ${origin}`, ...headers, '', ''].join('\r\n')

const json = 'Content-Type: application/json'

test('a request broken off in the middle raises no alarm', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const cookie = `Cookie: ${owner.cookie}`
  const file = multipart('a.pdf', pdf)
  const type = `Content-Type: ${file.headers['content-type']}`
  const upload = head(`POST ${uploadUrl(await newProject(app))} HTTP/1.1`, cookie, type)
  const begun = [
    `${head('POST /api/contact HTTP/1.1', json, 'Content-Length: 100')}{"name":`,
    `${head('POST /api/contact HTTP/1.1', json, 'Transfer-Encoding: chunked')}5\r\n{"nam`,
    head('POST /api/auth/login HTTP/1.1', json, 'Content-Length: 9'),
    `${head('PUT /api/admin/clients/x HTTP/1.1', cookie, json, 'Content-Length: 9')}{`,
    `${upload.slice(0, -2)}Content-Length: 90000\r\n\r\n${file.payload.subarray(0, 200)}`,
    `${upload.slice(0, -2)}Transfer-Encoding: chunked\r\n\r\n`,
    `${head(`POST /ping/${crypto.randomUUID()} HTTP/1.1`, 'Content-Length: 9')}x`,
    head('GET /api/services HTTP/1.1'),
    head('GET /ws HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket'),
    'GET / HTTP/1.1\r\nHost: coun',
    '\r\n',
  ]
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  for (const text of begun) {
    for (const end of ['resetAndDestroy', 'end'] as const) {
      await breakOff(app.fastify.server, text, end)
    }
  }
  await owner.call(auth.me, {})
  expect(alarms(app.logged)).toEqual([])
})
