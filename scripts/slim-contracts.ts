import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** Fields of an endpoint that only the server reads. */
const serverOnly = new Set(['input', 'output', 'summary', 'bodyBytes'])

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

/** A call in the body of a refinement has an effect: it reports an issue. */
const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression'])

function propertiesOf(node: unknown): Node[] {
  return isNode(node) && node.type === 'ObjectExpression' ? (node.properties as Node[]) : []
}

function replaced(code: string, edits: { start: number; end: number; text: string }[]): string {
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

/** Values declared at the top of a module: `const Schema = z.object(…)`. */
function declaredValues(program: Node): Node[] {
  return (program.body as Node[])
    .map((statement) => (isNode(statement.declaration) ? statement.declaration : statement))
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations as Node[])
    .map(({ init }) => init)
    .filter((init) => isNode(init) && init.type === 'CallExpression') as Node[]
}

/**
 * Removes the schemas from the endpoints of a contract and marks declared schemas as pure, so that
 * the bundler drops unused ones.
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
  const annotations = [...starts]
    .filter((start) => !cuts.some((cut) => cut.start <= start && start < cut.end))
    .map((start) => ({ start, end: start, text: '/* @__PURE__ */ ' }))
  return replaced(code, [...cuts, ...annotations])
}

/** Requests only the schemas of a contract's module, without its endpoints. */
const schemasQuery = '?schemas'

/** Modules of the built site that contain schemas, and the modules they use. */
export const schemaModule =
  /\/contract\.ts\?schemas$|\/src\/contract\/(fields|passwords|vocabulary)\.ts$/

type Declared = { statement: Node; names: string[]; isContract: boolean }

function declarationsOf(program: Node): Declared[] {
  return (program.body as Node[])
    .filter(({ type }) => type !== 'ImportDeclaration')
    .map((statement) => {
      const declaration = (statement.declaration ?? statement) as Node
      const declared = (declaration.declarations ?? [declaration]) as Node[]
      const names = declared.flatMap(({ id }) => (isNode(id) ? [String(id.name)] : []))
      const isContract = declared.some(
        ({ init }) => isNode(init) && (init.callee as { name?: string })?.name === 'contract',
      )
      return { statement, names, isContract }
    })
}

/** Names that a statement refers to, without the keys of object literals. */
function namesIn(statement: Node): string[] {
  const nodes = [...nodesIn(statement)]
  const keys = new Set(nodes.filter(({ type }) => type === 'Property').map(({ key }) => key))
  return nodes
    .filter((node) => node.type === 'Identifier' && !keys.has(node))
    .map(({ name }) => String(name))
}

/**
 * Half of a contract: the schemas and all else, or the endpoints, which name the rest as
 * exports of the other half. Declarations that endpoints still need stay with them.
 *
 * @param code a module whose schemas are removed from its endpoints already.
 */
export function halfOfContract(
  code: string,
  half: 'schemas' | 'endpoints',
  parse: (code: string) => Node,
): string {
  const declarations = declarationsOf(parse(code))
  const rest = declarations.filter(({ isContract }) => !isContract)
  const endpoints = declarations.filter(({ isContract }) => isContract)
  const named = new Set(rest.flatMap(({ names }) => names))
  const needed = endpoints.some(({ statement }) =>
    namesIn(statement).some((name) => named.has(name)),
  )
  const whole = endpoints.length === 0 || needed
  if (whole) return half === 'endpoints' ? code : `export * from './contract.ts'`
  const leaving = half === 'endpoints' ? rest : endpoints
  const without = replaced(
    code,
    leaving.map(({ statement: { start, end } }) => ({ start, end, text: '' })),
  )
  const exported = rest.filter(({ statement }) => statement.type === 'ExportNamedDeclaration')
  const names = exported.flatMap((each) => each.names)
  if (half === 'schemas' || names.length === 0) return without
  return `${without}\nexport { ${names.join(', ')} } from './contract.ts${schemasQuery}'\n`
}

/**
 * Browsers need only names and calls of a contract. Without this plugin every page would load zod
 * and all schemas. A schema that a form imports by name comes with the form's chunk, because it is
 * in a module of its own.
 */
export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: {
        id: /\/features\/.+\/contract\.ts(\?schemas)?$|\/src\/contract\/(settings\/)?[\w-]+\.ts$/,
      },
      order: 'post',
      handler(code, id) {
        const parse = (text: string) => this.parse(text) as unknown as Node
        const slim = withoutSchemas(code, parse)
        if (!id.includes('/features/')) return { code: slim, map: null, moduleSideEffects: false }
        const half = id.endsWith(schemasQuery) ? 'schemas' : 'endpoints'
        return { code: halfOfContract(slim, half, parse), map: null, moduleSideEffects: false }
      },
    },
  }
}
