import { type Endpoint, headersOf, type Input, type Output, toWire } from '#contract/endpoint.ts'
import { ApiError, sentenceOf } from './api-error.ts'
import { withSession } from './session-renewal.ts'

export type UploadOptions = {
  idempotencyKey?: string
  /** `percent` ranges from 0 to 100. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
  /** The name of the form field, if it is not `document`. */
  field?: string
}

/** Its `message` is shown to the user. */
export class UploadError extends Error {
  readonly aborted: boolean

  constructor(
    message: string,
    { aborted = false, cause }: { aborted?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'UploadError'
    this.aborted = aborted
  }
}

function refusal({ status, statusText, responseText }: XMLHttpRequest): UploadError {
  const cause = new ApiError(status, responseText, statusText)
  const plain = statusText ? `Upload failed: ${statusText}` : 'Upload failed'
  return new UploadError(cause.sentence ?? plain, { cause })
}

export function fileAddress<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  return toWire(endpoint, input).url
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. @throws UploadError */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  file: File,
  options: UploadOptions = {},
): Promise<Output<E>> {
  return withSession(endpoint, () => send(endpoint, input, file, options))
}

function send<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  file: File,
  { onProgress, signal, field = 'document', ...options }: UploadOptions,
): Promise<Output<E>> {
  const { method, url } = toWire(endpoint, input)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    request.setRequestHeader('accept', 'application/json')
    for (const [name, value] of Object.entries(headersOf(options))) {
      request.setRequestHeader(name, value)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress?.(Math.min(100, (loaded / total) * 100))
    }
    request.onload = () => {
      const succeeded = request.status >= 200 && request.status < 300
      if (succeeded) resolve(JSON.parse(request.responseText) as Output<E>)
      else reject(refusal(request))
    }
    request.onerror = () => reject(new UploadError(sentenceOf(undefined, 'Upload failed')))
    request.onabort = () => reject(new UploadError('Upload aborted', { aborted: true }))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    if (signal?.aborted) return reject(new UploadError('Upload aborted', { aborted: true }))
    signal?.addEventListener('abort', abort)
    const body = new FormData()
    body.append(field, file)
    request.send(body)
  })
}
