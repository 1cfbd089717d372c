import { methodAndPath, toWire } from '../src/contract/endpoint.ts'
import { documents } from '../src/features/documents/contract.ts'
import type { ProjectDocument } from '../src/features/projects/contract.ts'
import { clients, projects } from '../src/server/db/schema.ts'
import { type House, origin, type Person } from './house.ts'
import { multipart, type Sent } from './sample-files.ts'

export type Place = { clientId: string; projectId: string }

/** A client with one project. */
export async function newProject(house: House, name = 'Northfold Logistics'): Promise<Place> {
  const [client] = await house.db.insert(clients).values({ name, email: 'a@n.example' }).returning()
  if (!client) throw new Error('no client')
  const [project] = await house.db
    .insert(projects)
    .values({ clientId: client.id, title: 'Invoices' })
    .returning()
  if (!project) throw new Error('no project')
  return { clientId: client.id, projectId: project.id }
}

export function uploadUrl(place: Place): string {
  const { path } = methodAndPath(documents.upload)
  return `/api${path}`.replace(':clientId', place.clientId).replace(':projectId', place.projectId)
}

/** Sends a multipart body as somebody who is signed in. */
export function send(house: House, person: Person, place: Place, { payload, headers }: Sent) {
  return house.send({
    method: 'POST',
    url: uploadUrl(place),
    headers: { ...headers, origin, ...(person.cookie && { cookie: person.cookie }) },
    payload,
  })
}

/** Uploads a file that is expected to be taken. */
export async function upload(
  house: House,
  person: Person,
  place: Place,
  name: string,
  bytes: Buffer,
): Promise<ProjectDocument> {
  const answer = await send(house, person, place, multipart(name, bytes))
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode}: ${answer.body}`)
  return answer.json<ProjectDocument>()
}

/** Asks for the file of a document. */
export function fetchFile(
  house: House,
  person: Person,
  ids: Place & { documentId: string },
  {
    method = 'GET',
    headers = {},
    as = 'download',
  }: {
    method?: 'GET' | 'HEAD'
    headers?: Record<string, string>
    as?: 'download' | 'preview'
  } = {},
) {
  const { url } = toWire(documents[as], ids)
  return house.send({
    method,
    url,
    headers: { ...headers, ...(person.cookie && { cookie: person.cookie }) },
  })
}
