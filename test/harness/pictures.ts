import sharp from 'sharp'
import type { Output } from '#contract/endpoint.ts'
import type { media } from '#features/content/media/contract.ts'
import { multipart } from './sample-files.ts'
import { origin, type Person, type TestApp } from './test-app.ts'

export function sendPicture(
  app: TestApp,
  person: Person,
  purpose: string,
  bytes: Buffer,
  name = 'picture.png',
) {
  const { payload, headers } = multipart(name, bytes, { field: 'file' })
  return app.send({
    method: 'POST',
    url: `/api/admin/media?purpose=${purpose}`,
    headers: { ...headers, origin, ...(person.cookie && { cookie: person.cookie }) },
    payload,
  })
}

/** The default is a small PNG, because an SVG is drawn with 1,024 pixels, which takes a second. */
export async function uploadPicture(
  app: TestApp,
  person: Person,
  purpose: string,
  bytes?: Buffer,
): Promise<Output<typeof media.upload>> {
  const answer = await sendPicture(app, person, purpose, bytes ?? (await square('#0b5cad')))
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode}: ${answer.body}`)
  return answer.json()
}

const square = (background: string) =>
  sharp({ create: { width: 128, height: 128, channels: 3, background } })
    .png()
    .toBuffer()

/** A PNG that is suitable as a portrait. */
export const face = () => square('red')
