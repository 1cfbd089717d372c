/** The query of an address, without empty parameters. */
export function queryOf(asked: Partial<Record<string, string>>): string {
  const filled = Object.entries(asked).filter(([, value]) => value)
  return filled.length > 0 ? `?${new URLSearchParams(filled as [string, string][])}` : ''
}
