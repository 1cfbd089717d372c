import type { GoogleService } from '../connection/scopes.ts'
import { calendar } from './calendar.server.ts'
import { drive } from './drive.server.ts'
import { gmail } from './gmail.server.ts'
import { sheets } from './sheets.server.ts'
import type { Service } from './step.server.ts'

export const services: Record<GoogleService, Service> = { drive, sheets, calendar, gmail }
