import { CalendarDays, FolderOpen, type LucideIcon, Mail, Table2 } from 'lucide-react'
import type { GoogleService } from '../connection/scopes.ts'

export type OfferedService = {
  service: GoogleService
  icon: LucideIcon
  title: string
  about: string
  button: string
  /** Label of the button while busy. */
  busy: string
  /** Label of the link to the finished set-up. */
  open: string
  active: string
}

/** The services in the order of the client page. */
export const offeredServices: OfferedService[] = [
  {
    service: 'drive',
    icon: FolderOpen,
    title: 'Google Drive',
    about: 'A shared folder for documents, deliverables and meeting notes.',
    button: 'Set Up Drive',
    busy: 'Setting up...',
    open: 'Open Folder',
    active: 'Folder active',
  },
  {
    service: 'sheets',
    icon: Table2,
    title: 'Google Sheets',
    about: 'A dashboard of the projects that follows every change made here.',
    button: 'Create Dashboard',
    busy: 'Creating...',
    open: 'View Dashboard',
    active: 'Dashboard active',
  },
  {
    service: 'calendar',
    icon: CalendarDays,
    title: 'Google Calendar',
    about: 'A calendar for consultations that the client can read.',
    button: 'Set Up Calendar',
    busy: 'Setting up...',
    open: 'Open Calendar',
    active: 'Calendar active',
  },
  {
    service: 'gmail',
    icon: Mail,
    title: 'Gmail',
    about: 'Labels for this client’s email, and filters that sort it.',
    button: 'Set Up Gmail',
    busy: 'Setting up...',
    open: 'Open Label',
    active: 'Labels active',
  },
]

/** Only Google's own addresses may become links. */
export function googleAddress(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && /(^|\.)google\.com$/.test(hostname) ? url : undefined
}
