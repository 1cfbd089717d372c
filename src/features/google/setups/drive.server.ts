import type { SiteSettings } from '#contract/settings/document.ts'
import type { GoogleSession } from '../connection/session.server.ts'
import {
  type Access,
  ifThere,
  isProblem,
  type Made,
  removeAccess,
  type Service,
  updateAccess,
  type Work,
} from './step.server.ts'

export const folderNameFor = (client: { name: string }, { firm }: Pick<SiteSettings, 'firm'>) =>
  `${client.name} - ${firm.name}`
const subfolders = ['Documents', 'Deliverables', 'Meeting notes']

/** Changes permissions one after another, as Drive requires. */
export const fileAccess = (
  session: GoogleSession,
  fileId: string,
  role: 'reader' | 'writer' = 'reader',
): Access => ({
  async list() {
    const fields = 'permissions(id,emailAddress)'
    const { permissions = [] } = await session.ask('drive', (api) =>
      api.permissions.list({ fileId, fields, pageSize: 100 }),
    )
    return permissions.map(({ id, emailAddress: email }) => ({ id, email }))
  },
  give(emailAddress) {
    const requestBody = { type: 'user', role, emailAddress }
    return session.askOnce('drive', (api) =>
      api.permissions.create({ fileId, sendNotificationEmail: true, fields: 'id', requestBody }),
    )
  },
  remove: (permissionId) =>
    session.ask('drive', (api) => api.permissions.delete({ fileId, permissionId })),
})

const findFile = (session: GoogleSession, fileId: string) =>
  ifThere(
    session.ask('drive', (api) => api.files.get({ fileId, fields: 'id,webViewLink,trashed' })),
  )

/** Takes a file out of the trash. @returns undefined if it was permanently deleted. */
export async function restoreFile(session: GoogleSession, fileId: string) {
  const found = await findFile(session, fileId)
  if (found?.trashed) {
    const requestBody = { trashed: false }
    await session.ask('drive', (api) => api.files.update({ fileId, requestBody, fields: 'id' }))
  }
  return found
}

export async function isFileThere(session: GoogleSession, fileId: string): Promise<boolean> {
  const found = await findFile(session, fileId)
  return Boolean(found && !found.trashed)
}

/**
 * Reserves ids before anything is created, so that a lost response cannot create a folder twice.
 */
async function reserveIds({ session, setup, save }: Work): Promise<string[]> {
  const reserved = setup.details.folderIds
  if (Array.isArray(reserved)) return reserved.map(String)
  const { ids } = await session.ask('drive', (api) =>
    api.files.generateIds({ count: subfolders.length + 1, space: 'drive', type: 'files' }),
  )
  await save({ step: 'ids', details: { folderIds: ids ?? [] } })
  return ids ?? []
}

async function makeFolder(
  { session, client }: Work,
  { id, name, parent }: { id: string; name: string; parent?: string },
): Promise<void> {
  const requestBody = {
    id,
    name,
    mimeType: 'application/vnd.google-apps.folder',
    ...(parent ? { parents: [parent] } : { writersCanShare: false }),
    appProperties: { clientId: client.id, kind: parent ? 'subfolder' : 'folder' },
  }
  try {
    await session.ask('drive', (api) => api.files.create({ fields: 'id', requestBody }))
  } catch (error) {
    // The folder exists already.
    if (!isProblem(error, 'conflict')) throw error
  }
}

export async function setUpDrive(work: Work): Promise<Made> {
  const { session, setup, client, settings, save } = work
  if (setup.resourceId && !(await restoreFile(session, setup.resourceId))) {
    setup.details = { ...setup.details, folderIds: undefined }
    await save({ resourceId: null, url: null, details: { folderIds: null } })
  }
  const [top = '', ...rest] = await reserveIds(work)
  await makeFolder(work, { id: top, name: folderNameFor(client, settings) })
  await save({ state: 'created', step: 'folder', resourceId: top })
  for (const [at, name] of subfolders.entries()) {
    const id = rest[at]
    if (!id) continue
    const isThere = setup.state === 'done' && (await restoreFile(session, id))
    if (!isThere) await makeFolder(work, { id, name, parent: top })
  }
  await save({ step: 'subfolders' })
  const found = await restoreFile(session, top)
  const url = found?.webViewLink ?? `https://drive.google.com/drive/folders/${top}`
  await save({ url })
  const access = fileAccess(session, top, 'writer')
  return { resourceId: top, url, ...(await updateAccess(work, access)) }
}

export const removeFile: Service['remove'] = async (session, { resourceId, sharedWith }, email) => {
  if (!resourceId) return
  const access = fileAccess(session, resourceId)
  for (const address of new Set([...sharedWith, email])) await removeAccess(access, address)
  await ifThere(session.ask('drive', (api) => api.files.delete({ fileId: resourceId })))
}

export const drive: Service = {
  plan: (client, settings) => ({
    creates: [
      `Folder “${folderNameFor(client, settings)}”`,
      ...subfolders.map((folder) => `Folder “${folder}” inside it`),
    ],
    shares: [
      { with: client.email, what: 'the folder and what is in it', role: 'may add and edit' },
    ],
  }),
  gone: 'The folder was deleted in Google Drive. Set it up again to repair it.',
  isThere: isFileThere,
  access: fileAccess,
  remove: removeFile,
}
