import { methodAndPath, toWire } from '#contract/endpoint.ts'
import type { ProjectDocument } from '#features/clients/documents/contract.ts'
import { documents } from '#features/clients/documents/contract.ts'
import { clients, projects } from '#server/database/schema.ts'
import { multipart, type Sent } from './sample-files.ts'
import { origin, type Person, type TestApp } from './test-app.ts'

export type ProjectRef = { clientId: string; projectId: string }

export async function newProject(app: TestApp, name = 'Northfold Logistics'): Promise<ProjectRef> {
  const [client] = await app.db.insert(clients).values({ name, email: 'a@n.example' }).returning()
  if (!client) throw new Error('no client')
  const [project] = await app.db
    .insert(projects)
    .values({ clientId: client.id, title: 'Invoices' })
    .returning()
  if (!project) throw new Error('no project')
  return { clientId: client.id, projectId: project.id }
}

export function uploadUrl(project: ProjectRef): string {
  const { path } = methodAndPath(documents.upload)
  return `/api${path}`
    .replace(':clientId', project.clientId)
    .replace(':projectId', project.projectId)
}

export function send(
  app: TestApp,
  person: Person,
  project: ProjectRef,
  { payload, headers }: Sent,
) {
  return app.send({
    method: 'POST',
    url: uploadUrl(project),
    headers: { ...headers, origin, ...(person.cookie && { cookie: person.cookie }) },
    payload,
  })
}

export async function upload(
  app: TestApp,
  person: Person,
  project: ProjectRef,
  name: string,
  bytes: Buffer,
): Promise<ProjectDocument> {
  const answer = await send(app, person, project, multipart(name, bytes))
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode}: ${answer.body}`)
  return answer.json<ProjectDocument>()
}

export function fetchFile(
  app: TestApp,
  person: Person,
  ids: ProjectRef & { documentId: string },
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
  return app.send({
    method,
    url,
    headers: { ...headers, ...(person.cookie && { cookie: person.cookie }) },
  })
}
