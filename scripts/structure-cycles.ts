import { featureOf, type Part, partOf } from './structure-plan.ts'

/** A resolved import between two files of the house. */
export type Edge = { from: string; to: string; line: number }

/** A circle, named by the members on it, with one import that closes it. */
export type Circle = { members: string[]; edge: Edge; kind: string }

const storeys: { kind: string; parts: Part[] }[] = [
  { kind: 'contracts', parts: ['feature contract', 'feature plain'] },
  { kind: 'servers', parts: ['feature server'] },
  { kind: 'components', parts: ['feature view'] },
]

/** Circles between files, and between features on one storey: contracts, servers or components. */
export function findCircles(edges: Edge[]): Circle[] {
  const files = circlesOf(edges, (path) => path, 'files')
  const product = edges.filter(({ from, to }) => partOf(from) !== 'test' && partOf(to) !== 'test')
  const features = storeys.flatMap(({ kind, parts }) => {
    const storey = product.filter(({ from, to }) => {
      return parts.includes(partOf(from)) && parts.includes(partOf(to))
    })
    return circlesOf(storey, (path) => featureOf(path) ?? path, kind)
  })
  return [...files, ...features]
}

function circlesOf(edges: Edge[], nameOf: (path: string) => string, kind: string): Circle[] {
  const graph = new Map<string, Set<string>>()
  const outer = edges.filter(({ from, to }) => nameOf(from) !== nameOf(to))
  for (const { from, to } of outer) {
    const targets = graph.get(nameOf(from)) ?? new Set<string>()
    graph.set(nameOf(from), targets.add(nameOf(to)))
  }
  return knots(graph).flatMap((members) => {
    const inside = (path: string) => members.includes(nameOf(path))
    const edge = outer.find(({ from, to }) => inside(from) && inside(to))
    return edge ? [{ members, edge, kind }] : []
  })
}

/** Groups of at least two nodes that all reach each other (Tarjan 1972), each sorted by name. */
function knots(graph: Map<string, Set<string>>): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const visit = (node: string) => {
    const rank = order.size
    order.set(node, rank)
    low.set(node, rank)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) {
        low.set(node, Math.min(low.get(node) ?? rank, low.get(next) ?? rank))
      }
    }
    if (low.get(node) !== rank) return
    const knot = stack.splice(stack.indexOf(node))
    if (knot.length > 1) found.push(knot.sort())
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}
