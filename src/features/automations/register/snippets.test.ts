import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { registerListening } from '#test/harness/automations.ts'
import { freePort } from '#test/harness/product.ts'
import { hasProgram, runProgram } from '#test/harness/programs.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { automationRuns } from '../pings/contract.ts'
import { automations } from './contract.ts'
import { snippetsFor } from './snippets.ts'

const snippet = (id: string, url: string) =>
  snippetsFor(url).find((one) => one.id === id)?.text ?? ''

async function open() {
  const app = await openTestApp()
  const { admin, id, url } = await registerListening(app)
  return {
    url,
    /** The automation's state, and its only run so far. */
    async seen() {
      const { state, running } = await admin.call(automations.show, { id })
      const { items } = await admin.call(automationRuns.list, { id })
      expect(items).toHaveLength(1)
      return { state, running, ...items[0] }
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

const succeeded = {
  state: 'up',
  running: false,
  outcome: 'ok',
  durationMs: expect.any(Number),
  items: 1,
  humanDecisions: 0,
  errors: 0,
}
const failed = {
  state: 'down',
  running: false,
  outcome: 'failed',
  durationMs: expect.any(Number),
}

/** An address at which nothing listens. */
const unreachable = async () => `http://127.0.0.1:${await freePort()}/ping/${crypto.randomUUID()}`

/** A folder with a program `your-job` that says it ran and ends with a status. */
function folderWithJob(status: number): string {
  const folder = temporaryDirectory()
  const job = join(folder, 'your-job')
  writeFileSync(job, `#!/bin/sh\necho ran\nexit ${status}\n`)
  chmodSync(job, 0o755)
  return folder
}

const quickMs = 5_000

test.skipIf(!hasProgram('curl'))('curl: the job keeps its exit status', async () => {
  const run = async (url: string, status: number) => {
    const folder = folderWithJob(status)
    const script = join(folder, 'script')
    writeFileSync(script, snippet('curl', url))
    const begun = performance.now()
    const { output, code } = await runProgram(['sh', script], {
      env: { PATH: `${folder}:${process.env.PATH}` },
    })
    return { output, code, isQuick: performance.now() - begun < quickMs }
  }
  for (const [status, end] of [
    [0, { ...succeeded, exitStatus: null }],
    [3, { ...failed, exitStatus: 3 }],
  ] as const) {
    await using product = await open()
    expect(await run(product.url, status)).toMatchObject({ output: 'ran\n', code: status })
    expect(await product.seen()).toMatchObject(end)
    const away = await run(await unreachable(), status)
    expect(away).toEqual({ output: 'ran\n', code: status, isQuick: true })
  }
})

test.skipIf(!hasProgram('python3'))('Python: the job keeps its result and its error', async () => {
  const body = '    return {"items": 1, "humanDecisions": 0, "errors": 0}\n'
  const run = async (url: string, job: string) => {
    const shown = snippet('python', url)
    expect(shown).toContain(body)
    const begun = performance.now()
    // A script that goes on after the snippet shows that nothing was raised.
    const input = `${shown.replace(body, `    print("ran")\n${job}`)}\nprint("went on")\n`
    const { output, errors, code } = await runProgram(['python3', '-'], { input })
    return { output, code, errors, isQuick: performance.now() - begun < quickMs }
  }
  const counted = { outcome: 'ok', items: null }
  for (const [job, code, end] of [
    [body, 0, succeeded],
    ['    raise ValueError("no login")\n', 1, failed],
    ['    raise SystemExit(3)\n', 3, failed],
    ['    raise SystemExit\n', 0, { ...succeeded, ...counted, humanDecisions: null, errors: null }],
  ] as const) {
    const result = {
      code,
      output: job === body ? 'ran\nwent on\n' : 'ran\n',
      errors: job.includes('ValueError') ? expect.stringMatching(/no login\n$/) : '',
      isQuick: true,
    }
    await using product = await open()
    expect(await run(product.url, job)).toEqual(result)
    expect(await product.seen()).toMatchObject(end)
    expect(await run(await unreachable(), job)).toEqual(result)
  }
})

type Step = {
  name: string
  run: string
  if?: string
  env?: Record<string, string>
  'continue-on-error'?: boolean
}

/** Runs the steps as GitHub's runner does. @returns whether the job succeeds, and what it says. */
async function runSteps(steps: readonly Step[], secrets: Record<string, string>, status: number) {
  const folder = folderWithJob(status)
  const fileOfEnv = join(folder, 'github-env')
  writeFileSync(fileOfEnv, '')
  let isSuccess = true
  let said = ''
  for (const { run, if: condition = 'success()', env = {}, ...step } of steps) {
    const functions = {
      success: () => isSuccess,
      failure: () => !isSuccess,
      cancelled: () => false,
    }
    if (!runInNewContext(condition, functions)) continue
    const { output } = await runProgram(['cat', fileOfEnv])
    const assigned = output.split('\n').filter((line) => line.includes('='))
    const given = Object.entries(env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ secrets\.(\w+) \}\}/g, (_, secret: string) => secrets[secret] ?? ''),
    ])
    const ended = await runProgram(['sh', '-e', '-c', run], {
      cwd: folder,
      env: {
        ...Object.fromEntries(assigned.map((line) => line.split('='))),
        ...Object.fromEntries(given),
        GITHUB_ENV: fileOfEnv,
      },
    })
    said += ended.output
    if (ended.code !== 0 && !step['continue-on-error']) isSuccess = false
  }
  return { isSuccess, said }
}

test.skipIf(!hasProgram('curl'))('GitHub Actions: reports change nothing of the job', async () => {
  const stepsOf = (url: string) => parse(snippet('github', url)) as Step[]
  for (const [status, end] of [
    [0, succeeded],
    [1, failed],
  ] as const) {
    await using product = await open()
    const steps = stepsOf(product.url)
    expect(steps).toHaveLength(4)
    const ended = { isSuccess: status === 0, said: 'ran\n' }
    expect(await runSteps(steps, { PING_URL: product.url }, status)).toEqual(ended)
    expect(await product.seen()).toMatchObject(end)
    expect(await runSteps(steps, { PING_URL: await unreachable() }, status)).toEqual(ended)
  }
  await using product = await open()
  const checkout = { name: 'Checkout', run: 'exit 1' }
  await runSteps([checkout, ...stepsOf(product.url)], { PING_URL: product.url }, 0)
  expect(await product.seen()).toMatchObject({ state: 'down', outcome: 'failed' })
})

type Node = {
  name: string
  type: string
  typeVersion: number
  position: [number, number]
  parameters: { method?: string; url?: string; sendBody?: boolean; jsonBody?: string }
  onError?: string
  executeOnce?: boolean
}
type Workflow = {
  nodes: Node[]
  connections: Record<string, { main: { node: string; type: 'main'; index: number }[][] }>
}

/** Runs what a node leads to, each branch to its end, topmost first, up to a node that fails. */
async function follow(
  workflow: Workflow,
  from: string,
  data: object,
  failing?: string,
): Promise<string[]> {
  const next = (workflow.connections[from]?.main[0] ?? [])
    .map(({ node }) => workflow.nodes.find(({ name }) => name === node))
    .filter((node) => node !== undefined)
    .sort((a, b) => a.position[1] - b.position[1])
  const names: string[] = []
  for (const node of next) {
    names.push(node.name)
    if (node.name === failing) break
    const { method = '', url = '', sendBody, jsonBody } = node.parameters
    if (node.type === 'n8n-nodes-base.httpRequest') {
      expect(node).toMatchObject({ onError: 'continueRegularOutput', executeOnce: true })
      expect(url).toMatch(/^=http/)
      const address = url
        .slice(1)
        .replace(/\{\{(.+?)\}\}/g, (_, expression: string) => runInNewContext(expression, data))
      const answer = await fetch(address, {
        method,
        ...(sendBody && { body: jsonBody, headers: { 'content-type': 'application/json' } }),
      })
      expect([address, answer.status, await answer.text()]).toEqual([address, 200, 'OK'])
    }
    names.push(...(await follow(workflow, node.name, data, failing)))
  }
  return names
}

test('n8n: the workflow is whole, and each request is sent as it is written', async () => {
  await using product = await open()
  const workflow = JSON.parse(snippet('n8n', product.url)) as Workflow
  const names = workflow.nodes.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const triggers = workflow.nodes.filter(({ type }) => type.endsWith('Trigger'))
  const reached = Object.values(workflow.connections).flatMap(({ main }) => main.flat())
  expect([...triggers.map(({ name }) => name), ...reached.map(({ node }) => node)].sort()).toEqual(
    [...names].sort(),
  )
  const $execution = { id: '231' }
  expect(await follow(workflow, 'Every day', { $execution, $json: {} })).toEqual([
    'Report the start',
    'Your work',
    'Report the success',
  ])
  expect(await product.seen()).toMatchObject({
    ...succeeded,
    rid: '00000000-0000-0000-0000-000000000231',
  })
})

test('n8n: a failure ends the run that failed, or is one of its own if its trigger failed', async () => {
  for (const [$json, failing, end] of [
    [{ execution: { id: '231' } }, 'Your work', failed],
    [{ trigger: { error: {} } }, undefined, { state: 'down', outcome: 'failed' }],
  ] as const) {
    await using product = await open()
    const workflow = JSON.parse(snippet('n8n', product.url)) as Workflow
    const own = { $execution: { id: '231' }, $json: {} }
    if (failing) await follow(workflow, 'Every day', own, failing)
    const error = { $execution: { id: '232' }, $json }
    await follow(workflow, 'On an error of this workflow', error)
    expect(await product.seen()).toMatchObject(end)
  }
})

/** The requests that the text describes, by the end of their path, which is empty for a success. */
function requestsOf(text: string, rid: string) {
  const parts = text.split('\n\n').map((part) => {
    const pairs = part.matchAll(/^ {2}(\S.*?) {2,}(\S.*)$/gm)
    return Object.fromEntries([...pairs].map(([, name, value]) => [name, value]))
  })
  expect(parts[0]).toEqual({ 'Variable name': 'rid', 'Variable value': '{{uuid}}' })
  return parts.slice(1).map((fields) => {
    expect(fields['Evaluate all states as errors']).toBe('No')
    const url = new URL(String(fields.URL).replace('{{1.rid}}', rid))
    const [, , , action = ''] = url.pathname.split('/')
    const type = /\((.+)\)/.exec(fields['Content type'] ?? '')?.[1]
    const send = async () => {
      const answer = await fetch(url, {
        method: String(fields.Method),
        ...(type && { body: fields['Request content'], headers: { 'content-type': type } }),
      })
      expect([url.href, await answer.text()]).toEqual([url.href, 'OK'])
    }
    return { action, send }
  })
}

test('Make: its requests, sent as they are written', async () => {
  for (const [last, end] of [
    ['', succeeded],
    ['fail', failed],
  ] as const) {
    await using product = await open()
    const rid = crypto.randomUUID()
    const requests = requestsOf(snippet('make', product.url), rid)
    expect(requests.map(({ action }) => action)).toEqual(['start', 'fail', ''])
    await requests[0]?.send()
    await requests.find(({ action }) => action === last)?.send()
    expect(await product.seen()).toMatchObject({ ...end, rid })
  }
})
