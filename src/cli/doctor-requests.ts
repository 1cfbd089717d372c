import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Config } from '#server/config.ts'
import type { Encryption } from '#server/security/encryption.ts'

export type Site = { url: URL; config: Config | undefined; encryption: Encryption | undefined }

const timeoutMs = 10_000
const maxBytes = 4 * 1024 * 1024

export type Answer = {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

type Question = { method?: string; headers?: Record<string, string> }

/** Opens a request. Any certificate is accepted, because another check covers certificates. */
function open(url: URL, { method = 'GET', headers = {} }: Question) {
  const options = { method, headers, agent: false as const }
  return url.protocol === 'https:'
    ? requestHttps(url, { ...options, rejectUnauthorized: false })
    : requestHttp(url, options)
}

async function readWhole(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Sends one request, without following redirects or decoding the body. */
export function ask(url: URL, question: Question = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = open(url, question)
    request.setTimeout(timeoutMs, () => {
      request.destroy(Object.assign(new Error('no answer'), { code: 'no answer within 10 s' }))
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      readWhole(response).then((body) => resolve({ status, headers, body }), reject)
    })
    request.end()
  })
}

/**
 * Announces a body of `bytes` but only sends its beginning.
 *
 * @returns the response; undefined when there is none, because a proxy waits for the rest.
 */
export function announce(
  url: URL,
  { bytes, beginning, waitMs }: { bytes: number; beginning: string; waitMs: number },
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'multipart/form-data; boundary=doctor',
      'content-length': String(bytes),
    }
    const request = open(url, { method: 'POST', headers })
    const finish = (answer: Answer | undefined) => {
      clearTimeout(tooLong)
      resolve(answer)
      request.destroy()
    }
    const tooLong = setTimeout(() => finish(undefined), waitMs)
    request.on('error', (error) => {
      clearTimeout(tooLong)
      reject(error)
    })
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      readWhole(response).then((body) => finish({ status, headers, body }), reject)
    })
    request.write(beginning)
  })
}

export const isLoopback = (host: string) =>
  /^(localhost|127\.|::1$|\[::1\]$|::ffff:127\.)/.test(host)
export const at = (url: URL, path: string) => new URL(path, url)
export const header = ({ headers }: Answer, name: string) => [headers[name] ?? ''].flat().join(', ')
