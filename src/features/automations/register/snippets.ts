export type Snippet = { id: string; title: string; language: string; text: string }

const curl = (url: string) => `#!/bin/sh
# Replace the line "your-job" by what this script does.
URL=${url}
RID=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen | tr A-Z a-z)

curl -fsS -m 10 --retry 5 -o /dev/null "$URL/start?rid=$RID" || true

your-job
STATUS=$?

if [ "$STATUS" -eq 0 ]; then
  # Counts are optional: items, humanDecisions, errors, cost, currency, note, model.
  curl -fsS -m 10 --retry 5 -o /dev/null -H 'Content-Type: application/json' \\
    -d '{"items": 1, "humanDecisions": 0, "errors": 0}' "$URL?rid=$RID" || true
else
  curl -fsS -m 10 --retry 5 -o /dev/null "$URL/$STATUS?rid=$RID" || true
fi
exit "$STATUS"
`

const python = (url: string) => `import json
import time
import urllib.request
import uuid

URL = "${url}"


def ping(path, rid, counts=None):
    """Reports to the register; a failure to do so never stops the job."""
    body = b"" if counts is None else json.dumps(counts).encode()
    headers = {"Content-Type": "application/json"} if counts is not None else {}
    request = urllib.request.Request(f"{URL}{path}?rid={rid}", body, headers, method="POST")
    for wait in (1, 2, 4, 0):
        try:
            urllib.request.urlopen(request, timeout=10).close()
            return
        except Exception:
            time.sleep(wait)


def job():
    """Replace by what this script does; returns its counts."""
    return {"items": 1, "humanDecisions": 0, "errors": 0}


rid = uuid.uuid4()
ping("/start", rid)
try:
    counts = job()
except BaseException:
    ping("/fail", rid)
    raise
ping("", rid, counts)
`

const actions = (
  url: string,
) => `# In the job's steps. Store the address as the secret PING_URL: ${url}
      - name: Report the start
        continue-on-error: true
        run: |
          echo "PING_RID=$(cat /proc/sys/kernel/random/uuid)" >> "$GITHUB_ENV"
          . "$GITHUB_ENV"
          curl -fsS -m 10 --retry 5 -o /dev/null "$PING_URL/start?rid=$PING_RID"
        env:
          PING_URL: \${{ secrets.PING_URL }}

      - name: The work
        run: ./your-job

      - name: Report the success
        if: success()
        continue-on-error: true
        run: |
          curl -fsS -m 10 --retry 5 -o /dev/null -H 'Content-Type: application/json' \\
            -d '{"items": 1, "humanDecisions": 0, "errors": 0}' "$PING_URL?rid=$PING_RID"
        env:
          PING_URL: \${{ secrets.PING_URL }}

      - name: Report the failure
        if: failure() || cancelled()
        continue-on-error: true
        run: curl -fsS -m 10 --retry 5 -o /dev/null "$PING_URL/fail?rid=$PING_RID"
        env:
          PING_URL: \${{ secrets.PING_URL }}
`

/** An HTTP Request node that continues if the request fails. */
function node(name: string, url: string, x: number, body?: string) {
  return {
    name,
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    position: [x, 0],
    onError: 'continueRegularOutput',
    retryOnFail: true,
    maxTries: 5,
    waitBetweenTries: 1000,
    parameters: {
      method: 'POST',
      url: `=${url}`,
      ...(body && { sendBody: true, specifyBody: 'json', jsonBody: body }),
      options: { timeout: 10_000 },
    },
  }
}

/** 32 digits derived from the execution's number, in the form of a UUID. */
const execution =
  "{{ $execution.id.toString().padStart(32, '0').slice(-32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') }}"

const n8n = (url: string) =>
  `${JSON.stringify(
    {
      nodes: [
        node('Report the start', `${url}/start?rid=${execution}`, 0),
        node(
          'Report the success',
          `${url}?rid=${execution}`,
          400,
          '{"items": 1, "humanDecisions": 0, "errors": 0}',
        ),
        {
          name: 'On an error of the workflow',
          type: 'n8n-nodes-base.errorTrigger',
          typeVersion: 1,
          position: [0, 300],
          parameters: {},
        },
        node('Report the failure', `${url}/fail`, 400),
      ],
      connections: {
        'On an error of the workflow': {
          main: [[{ node: 'Report the failure', type: 'main', index: 0 }]],
        },
      },
    },
    null,
    2,
  )}
`

const make = (url: string) => `First module: HTTP, Make a request
  URL        ${url}/start?rid={{executionId}}
  Method     POST
  Evaluate all states as errors   No
  Time-out   10

Last module of the scenario: HTTP, Make a request
  URL        ${url}?rid={{executionId}}
  Method     POST
  Body type  Raw, JSON (application/json)
  Content    {"items": 1, "humanDecisions": 0, "errors": 0}
  Evaluate all states as errors   No
  Time-out   10

Error handler of the modules in between: HTTP, Make a request, then Rollback
  URL        ${url}/fail?rid={{executionId}}
  Method     POST
  Evaluate all states as errors   No
  Time-out   10

{{executionId}} stands for a UUID: in the first module set a variable to {{uuid}} and use that.
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
