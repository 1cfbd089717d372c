import { describeError } from '#server/database/describe-error.ts'
import {
  type Collector,
  Counter,
  Histogram,
  LabeledMetrics,
  type MetricFamily,
  writeFamilies,
} from './exposition.ts'

/** Upper bounds of the buckets, in seconds. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const groupSizes = [1, 2, 5, 10, 20, 50, 100, 200, 500]

export type Metrics = ReturnType<typeof openMetrics>

export function openMetrics() {
  const sources: Collector[] = []

  function counter(name: string, help: string, ...labels: string[]): LabeledMetrics<Counter> {
    const members = new LabeledMetrics(labels, () => new Counter())
    const samples = () => members.flatMap(({ value }, labels) => [{ labels, value }])
    sources.push(() => [{ name, help, type: 'counter', samples: samples() }])
    return members
  }

  function histogram(name: string, help: string, bounds: readonly number[], ...labels: string[]) {
    const members = new LabeledMetrics(labels, () => new Histogram(bounds))
    const samples = () => members.flatMap((member, labels) => member.samples(labels))
    sources.push(() => [{ name, help, type: 'histogram', samples: samples() }])
    return members
  }

  let exposing: Promise<string> | undefined

  async function read(report: (error: unknown) => void): Promise<string> {
    let failed = 0
    const found = await Promise.all(
      sources.map(async (source) => {
        try {
          return await source()
        } catch (error) {
          failed++
          report(error)
          return []
        }
      }),
    )
    const health: MetricFamily = {
      name: 'metrics_sources_failed',
      help: 'Sources of metrics that could not be read just now; theirs are missing.',
      type: 'gauge',
      samples: [{ value: failed }],
    }
    return writeFamilies([...found.flat(), health])
  }

  return {
    requests: counter(
      'http_requests_total',
      'HTTP requests answered, by route pattern and class of status.',
      'method',
      'route',
      'status',
    ),
    requestSeconds: histogram(
      'http_request_duration_seconds',
      'Time from the first byte of a request to the last of its answer.',
      requestSeconds,
      'method',
      'route',
    ),
    chatMessages: counter(
      'chat_messages_stored_total',
      'Chat messages stored, notices of the system left out.',
      'sender',
    ),
    chatGroup: histogram(
      'chat_group_commit_messages',
      'Chat messages that one statement stored together.',
      groupSizes,
    ),
    leads: counter(
      'leads_received_total',
      'Messages stored from the public forms, repeats left out.',
      'kind',
      'quarantined',
    ),
    receipts: counter('receipts_included_total', 'Receipts taken into the log.'),
    receiptBatchSeconds: histogram(
      'receipts_batch_duration_seconds',
      'Time in which a batch of receipts is taken into the log.',
      requestSeconds,
    ),
    pings: counter('pings_total', 'Pings of automations by what became of them.', 'result'),
    slotTaken: counter(
      'booking_slot_taken_total',
      'Times at which a slot was wanted that somebody else had taken.',
    ),
    uploads: counter('document_uploads_total', 'Documents stored.'),
    uploadBytes: counter('document_upload_bytes_total', 'Bytes of documents stored.'),
    add: (source: Collector) => void sources.push(source),
    /** @param report is called for each source that failed; its metrics are left out. */
    expose(report: (error: Record<string, unknown>) => void = () => {}): Promise<string> {
      exposing ??= read((error) => report(describeError(error))).finally(() => {
        exposing = undefined
      })
      return exposing
    },
  }
}
