/** Google's client libraries, loaded on first use because they would delay the start. */
import type { GoogleSession } from '../connection/session.server.ts'

export async function openDrive({ options }: GoogleSession) {
  const { drive } = await import('@googleapis/drive')
  return drive({ version: 'v3', ...options })
}

export async function openSheets({ options }: GoogleSession) {
  const { sheets } = await import('@googleapis/sheets')
  return sheets({ version: 'v4', ...options })
}

export async function openCalendar({ options }: GoogleSession) {
  const { calendar } = await import('@googleapis/calendar')
  return calendar({ version: 'v3', ...options })
}

export async function openGmail({ options }: GoogleSession) {
  const { gmail } = await import('@googleapis/gmail')
  return gmail({ version: 'v1', ...options })
}
