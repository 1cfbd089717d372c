import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** What only the server reads of an endpoint. */
const serverOnly = new Set(['input', 'output', 'summary'])

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function* nodesIn(node: Node, stopAt: ReadonlySet<string> = new Set()): Generator<Node> {
  yield node
  if (stopAt.has(node.type)) return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* nodesIn(child, stopAt)
  }
}

/** A call in the body of a refinement has an effect: it reports what is wrong. */
const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression'])

function propertiesOf(node: unknown): Node[] {
  return isNode(node) && node.type === 'ObjectExpression' ? (node.properties as Node[]) : []
}

function replaced(code: string, edits: { start: number; end: number; text: string }[]): string {
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

/** The values that a module declares at its top: `const Schema = z.object(…)`. */
function declaredValues(program: Node): Node[] {
  return (program.body as Node[])
    .map((statement) => (isNode(statement.declaration) ? statement.declaration : statement))
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations as Node[])
    .map(({ init }) => init)
    .filter((init) => isNode(init) && init.type === 'CallExpression') as Node[]
}

/**
 * Cuts the schemas out of the endpoints of a contract and marks the declared ones as pure, so that
 * the bundler leaves out those that nobody uses.
 *
 * @param code a module whose types are stripped already.
 */
export function withoutSchemas(code: string, parse: (code: string) => Node): string {
  const program = parse(code)
  const cuts: { start: number; end: number; text: string }[] = []
  for (const node of nodesIn(program)) {
    const callee = node.callee as { name?: string } | undefined
    if (node.type !== 'CallExpression' || callee?.name !== 'contract') continue
    const [, endpoints] = node.arguments as Node[]
    for (const endpoint of propertiesOf(endpoints)) {
      for (const { key, start, end } of propertiesOf(endpoint.value)) {
        const { name } = key as { name?: string }
        if (!name || !serverOnly.has(name)) continue
        const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
        cuts.push({ start, end: end + comma, text: '' })
      }
    }
  }
  const calls = declaredValues(program).flatMap((value) => [...nodesIn(value, functions)])
  const starts = new Set(
    calls.filter(({ type }) => type === 'CallExpression').map((call) => call.start),
  )
  const marks = [...starts]
    .filter((start) => !cuts.some((cut) => cut.start <= start && start < cut.end))
    .map((start) => ({ start, end: start, text: '/* @__PURE__ */ ' }))
  return replaced(code, [...cuts, ...marks])
}

/**
 * The browser needs of a contract only names and calls. Without this every page would load zod and
 * all schemas; a schema that a form imports by name still comes with the chunk of that form.
 */
export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/features\/[^/]+\/contract\.ts$|\/src\/contract\/\w+\.ts$/ },
      order: 'post',
      handler(code) {
        return {
          code: withoutSchemas(code, (text) => this.parse(text) as unknown as Node),
          map: null,
        }
      },
    },
  }
}
