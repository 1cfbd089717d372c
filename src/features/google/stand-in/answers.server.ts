import { randomBytes } from 'node:crypto'

export type Json = Record<string, unknown>
export type Answer = { status: number; body?: unknown }
export type Request = { ids: Record<string, string>; query: URLSearchParams; body: Json }

export const newId = (prefix: string) => `${prefix}${randomBytes(12).toString('hex')}`
export const ok = (body: unknown = {}): Answer => ({ status: 200, body })

export function refusal(status: number, reason: string, message = reason): Answer {
  return {
    status,
    body: { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } },
  }
}

export const notFound = refusal(404, 'notFound')
