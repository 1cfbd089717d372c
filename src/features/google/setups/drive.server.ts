import type { drive_v3 } from '@googleapis/drive'
import { brand } from '../../../brand.ts'
import type { GoogleSession } from '../connection/session.server.ts'
import { openDrive } from './interfaces.server.ts'
import { isSameAddress, keepShare } from './sharing.server.ts'
import { ifThere, isProblem, type Made, type Work } from './step.server.ts'

export const folderNameFor = (clientName: string) => `${clientName}${brand.suffixes.driveFolder}`
export const subfolders = ['Documents', 'Deliverables', 'Meeting notes']

const folderType = 'application/vnd.google-apps.folder'

async function permissionsOf(session: GoogleSession, fileId: string) {
  const api = await openDrive(session)
  const { permissions = [] } = await session.ask<drive_v3.Schema$PermissionList>(
    () => api.permissions.list({ fileId, fields: 'permissions(id,emailAddress)', pageSize: 100 }),
    'repeatable',
  )
  return permissions
}

/** Changes permissions one after another, as Drive requires. */
export async function shareFile(
  work: Work,
  fileId: string,
  role: 'reader' | 'writer',
): Promise<Pick<Made, 'sharedWith' | 'warnings'>> {
  const { session, share } = work
  const api = await openDrive(session)
  const permissions = share ? await permissionsOf(session, fileId) : []
  return await keepShare(work, {
    has: (email) => permissions.some((one) => isSameAddress(one.emailAddress, email)),
    give: (emailAddress) =>
      session.ask(
        () =>
          api.permissions.create({
            fileId,
            sendNotificationEmail: true,
            fields: 'id',
            requestBody: { type: 'user', role, emailAddress },
          }),
        'once',
      ),
    take: (email) => unshareFile(session, fileId, email),
  })
}

export async function unshareFile(
  session: GoogleSession,
  fileId: string,
  email: string,
): Promise<void> {
  const api = await openDrive(session)
  const permissions = (await ifThere(permissionsOf(session, fileId))) ?? []
  for (const { id, emailAddress } of permissions) {
    if (!id || !isSameAddress(emailAddress, email)) continue
    await ifThere(
      session.ask(() => api.permissions.delete({ fileId, permissionId: id }), 'repeatable'),
    )
  }
}

/** Reserves ids before anything is created, so that a lost answer cannot create a folder twice. */
async function reserveIds({ session, setup, save }: Work): Promise<string[]> {
  const kept = setup.details.folderIds
  if (Array.isArray(kept)) return kept.map(String)
  const api = await openDrive(session)
  const { ids = [] } = await session.ask<drive_v3.Schema$GeneratedIds>(
    () => api.files.generateIds({ count: subfolders.length + 1, space: 'drive', type: 'files' }),
    'repeatable',
  )
  await save({ step: 'ids', details: { folderIds: ids } })
  return ids ?? []
}

/** Creates a folder under a reserved id; 409 means that it already exists. */
async function makeFolder(
  { session, client }: Work,
  folder: { id: string; name: string; parent?: string },
): Promise<void> {
  const api = await openDrive(session)
  try {
    await session.ask(
      () =>
        api.files.create({
          fields: 'id',
          requestBody: {
            id: folder.id,
            name: folder.name,
            mimeType: folderType,
            ...(folder.parent ? { parents: [folder.parent] } : { writersCanShare: false }),
            appProperties: {
              clientId: client.id,
              kind: folder.parent ? 'subfolder' : 'folder',
            },
          },
        }),
      'repeatable',
    )
  } catch (error) {
    if (!isProblem(error, 'conflict')) throw error
  }
}

export async function findFile(session: GoogleSession, fileId: string) {
  const api = await openDrive(session)
  const found = await ifThere(
    session.ask<drive_v3.Schema$File>(
      () => api.files.get({ fileId, fields: 'id,webViewLink,trashed' }),
      'repeatable',
    ),
  )
  if (!found?.trashed) return found
  await session.ask(
    () => api.files.update({ fileId, requestBody: { trashed: false }, fields: 'id' }),
    'repeatable',
  )
  return found
}

export async function isFileThere(session: GoogleSession, fileId: string): Promise<boolean> {
  const api = await openDrive(session)
  const found = await ifThere(
    session.ask<drive_v3.Schema$File>(
      () => api.files.get({ fileId, fields: 'id,trashed' }),
      'repeatable',
    ),
  )
  return Boolean(found && !found.trashed)
}

export async function setUpDrive(work: Work): Promise<Made> {
  const { session, setup, client, save } = work
  if (setup.resourceId && !(await findFile(session, setup.resourceId))) {
    setup.details = { ...setup.details, folderIds: undefined }
    await save({ resourceId: null, url: null, details: { folderIds: null } })
  }
  const [top = '', ...rest] = await reserveIds(work)
  await makeFolder(work, { id: top, name: folderNameFor(client.name) })
  await save({ state: 'created', step: 'folder', resourceId: top })
  for (const [at, name] of subfolders.entries()) {
    const id = rest[at]
    if (!id) continue
    const isKnown = setup.state === 'done' && (await findFile(session, id))
    if (!isKnown) await makeFolder(work, { id, name, parent: top })
  }
  await save({ step: 'subfolders' })
  const found = await findFile(session, top)
  const url = found?.webViewLink ?? `https://drive.google.com/drive/folders/${top}`
  await save({ url })
  return { resourceId: top, url, ...(await shareFile(work, top, 'writer')) }
}

export async function removeFile(session: GoogleSession, fileId: string): Promise<void> {
  const api = await openDrive(session)
  await ifThere(session.ask(() => api.files.delete({ fileId }), 'repeatable'))
}
