import { createHash } from 'node:crypto'
import { SiteSettings } from '#contract/settings/document.ts'

/** Raised with every change of the document's form, together with an upgrade. */
export const settingsSchemaVersion = 2

/** The first makes version 2 of version 1, and so on. */
const upgrades: ((document: unknown) => unknown)[] = [
  // The currency of the firm and what becomes of an old figure had no effect.
  (document) => withoutFields(document, { firm: 'currency', statistics: 'whenExpired' }),
]

function withoutFields(document: unknown, fields: Record<string, string>): unknown {
  const next = structuredClone(document) as Record<string, Record<string, unknown> | undefined>
  for (const [section, field] of Object.entries(fields)) delete next?.[section]?.[field]
  return next
}

/**
 * Converts a stored document to its current form and checks it; undefined for a version that this
 * program does not know.
 */
export function parseSettings(document: unknown, schemaVersion: number) {
  if (schemaVersion < 1 || schemaVersion > settingsSchemaVersion) return undefined
  const upgraded = upgrades
    .slice(schemaVersion - 1)
    .reduce((old, upgrade) => upgrade(old), document)
  return SiteSettings.safeParse(upgraded)
}

/** The same, but undefined when this program cannot read the document for whatever reason. */
export const readSettings = (document: unknown, schemaVersion: number): SiteSettings | undefined =>
  parseSettings(document, schemaVersion)?.data

/**
 * Canonical form of RFC 8785: no spaces, names in the order of their UTF-16 units, numbers as
 * JavaScript writes them.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

export const settingsHash = (document: SiteSettings): Buffer =>
  createHash('sha256').update(canonicalJson(document)).digest()
