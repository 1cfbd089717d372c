export type Edge = { from: string; to: string; line: number }

/** Files that import each other, with one import that closes the cycle. */
export type Cycle = { members: string[]; edge: Edge }

/** Cycles of files. Domains have none because their order is fixed. */
export function findCycles(edges: Edge[]): Cycle[] {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  return stronglyConnected(graph).flatMap((members) => {
    const edge = edges.find(({ from, to }) => members.includes(from) && members.includes(to))
    return edge ? [{ members, edge }] : []
  })
}

/** Groups of at least two nodes that all reach each other (Tarjan 1972), each sorted by name. */
function stronglyConnected(graph: Map<string, Set<string>>): string[][] {
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
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) found.push(group.sort())
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}
