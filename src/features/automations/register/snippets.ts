export type Snippet = { id: string; title: string; language: string; text: string }

/** Gives up after about 20 seconds, so that a job hardly waits while nobody answers. */
const quickCurl = 'curl -fsS -m 10 --retry 3 --retry-max-time 20 -o /dev/null'

const newRid = 'cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen'

const curl = (url: string) => `#!/bin/sh
# Replace the line "your-job" by what this script does.
URL=${url}
RID=$(${newRid})

# A report that fails never stops the job.
report() {
  ${quickCurl} "$@" || true
}

report "$URL/start?rid=$RID"

your-job
STATUS=$?

if [ "$STATUS" -eq 0 ]; then
  # Counts are optional: items, humanDecisions, errors, cost, currency, note, model.
  report -H 'Content-Type: application/json' \\
    -d '{"items": 1, "humanDecisions": 0, "errors": 0}' "$URL?rid=$RID"
else
  report "$URL/$STATUS?rid=$RID"
fi
exit "$STATUS"
`

const python = (url: string) => `import json
import time
import urllib.request
import uuid

URL = "${url}"


def report(path, rid, counts=None):
    """A report that fails never stops the job."""
    body = b"" if counts is None else json.dumps(counts).encode()
    headers = {} if counts is None else {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{URL}{path}?rid={rid}", body, headers, method="POST")
    for wait in (1, 2, 4, 0):
        try:
            urllib.request.urlopen(request, timeout=10).close()
            return
        except Exception as error:
            # Only an answer such as 503 is worth another try.
            if getattr(error, "code", 0) < 500:
                return
            time.sleep(wait)


def job():
    """Replace by what this script does; returns its counts."""
    return {"items": 1, "humanDecisions": 0, "errors": 0}


rid = uuid.uuid4()
report("/start", rid)
try:
    counts = job()
except BaseException as error:
    is_success = isinstance(error, SystemExit) and not error.code
    report("" if is_success else "/fail", rid)
    raise
report("", rid, counts)
`

const actions = (
  url: string,
) => `# In the job's steps, the first one first. Store the address as the secret PING_URL: ${url}
      - name: Report the start
        continue-on-error: true
        run: |
          PING_RID=$(${newRid})
          echo "PING_RID=$PING_RID" >> "$GITHUB_ENV"
          ${quickCurl} "$PING_URL/start?rid=$PING_RID"
        env:
          PING_URL: \${{ secrets.PING_URL }}

      - name: The work
        run: ./your-job

      - name: Report the success
        if: success()
        continue-on-error: true
        run: |
          ${quickCurl} -H 'Content-Type: application/json' \\
            -d '{"items": 1, "humanDecisions": 0, "errors": 0}' "$PING_URL?rid=$PING_RID"
        env:
          PING_URL: \${{ secrets.PING_URL }}

      # Without a rid if the job failed before its first step.
      - name: Report the failure
        if: failure() || cancelled()
        continue-on-error: true
        run: ${quickCurl} "$PING_URL/fail\${PING_RID:+?rid=$PING_RID}"
        env:
          PING_URL: \${{ secrets.PING_URL }}
`

type Position = [x: number, y: number]

const n8nNode = (type: string, name: string, position: Position, more: object = {}) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position,
  parameters: {},
  ...more,
})

/** Sends one request, whatever the number of items, and goes on if it fails. */
const n8nReport = (name: string, position: Position, url: string, body?: string) =>
  n8nNode('httpRequest', name, position, {
    typeVersion: 4.2,
    executeOnce: true,
    onError: 'continueRegularOutput',
    retryOnFail: true,
    maxTries: 3,
    waitBetweenTries: 1000,
    parameters: {
      method: 'POST',
      url: `=${url}`,
      ...(body && { sendBody: true, specifyBody: 'json', jsonBody: body }),
      options: { timeout: 10_000 },
    },
  })

/** A parameter with 32 digits derived from the number of an execution, in the form of a UUID. */
const ridOf = (execution: string) =>
  `'?rid=' + String(${execution}.id).padStart(32, '0').slice(-32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')`

const ownRid = `{{ ${ridOf('$execution')} }}`
/** The failed execution has no number if its trigger failed. */
const failedRid = `{{ $json.execution?.id ? ${ridOf('$json.execution')} : '' }}`

const to = (...names: string[]) => ({
  main: [names.map((node) => ({ node, type: 'main', index: 0 }))],
})

/** The start is reported on a branch of its own, because its output replaces the trigger's. */
const n8n = (url: string) =>
  `${JSON.stringify(
    {
      nodes: [
        n8nNode('scheduleTrigger', 'Every day', [0, 0], {
          typeVersion: 1.2,
          parameters: { rule: { interval: [{ field: 'days' }] } },
        }),
        n8nReport('Report the start', [300, -150], `${url}/start${ownRid}`),
        n8nNode('noOp', 'Your work', [300, 0], {
          alwaysOutputData: true,
          notesInFlow: true,
          notes: 'Replace by your nodes. Set "Always Output Data" in the last one.',
        }),
        n8nReport(
          'Report the success',
          [600, 0],
          `${url}${ownRid}`,
          '{"items": 1, "humanDecisions": 0, "errors": 0}',
        ),
        n8nNode('errorTrigger', 'On an error of this workflow', [0, 300]),
        n8nReport('Report the failure', [300, 300], `${url}/fail${failedRid}`),
      ],
      connections: {
        'Every day': to('Report the start', 'Your work'),
        'Your work': to('Report the success'),
        'On an error of this workflow': to('Report the failure'),
      },
      settings: { executionOrder: 'v1' },
    },
    null,
    2,
  )}
`

const make = (url: string) => `1. Tools, Set variable
  Variable name   rid
  Variable value  {{uuid}}

2. HTTP, Make a request
  URL        ${url}/start?rid={{1.rid}}
  Method     POST
  Evaluate all states as errors   No
  Timeout    10
  Error handler   Resume

Then your modules, each with this error handler: HTTP, Make a request, followed by Rollback
  URL        ${url}/fail?rid={{1.rid}}
  Method     POST
  Evaluate all states as errors   No
  Timeout    10

At the end, behind an aggregator if there are several bundles: HTTP, Make a request
  URL        ${url}?rid={{1.rid}}
  Method     POST
  Body type  Raw
  Content type      JSON (application/json)
  Request content   {"items": 1, "humanDecisions": 0, "errors": 0}
  Evaluate all states as errors   No
  Timeout    10
  Error handler   Resume
`

/** Example code that reports start, success with counts, and failure to an address. */
export function snippetsFor(url: string): Snippet[] {
  return [
    { id: 'curl', title: 'curl', language: 'sh', text: curl(url) },
    { id: 'n8n', title: 'n8n', language: 'json', text: n8n(url) },
    { id: 'make', title: 'Make', language: 'text', text: make(url) },
    { id: 'python', title: 'Python', language: 'python', text: python(url) },
    { id: 'github', title: 'GitHub Actions', language: 'yaml', text: actions(url) },
  ]
}
