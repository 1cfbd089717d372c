/** Plain JSON as the router's stream: one list, whose objects and arrays name their parts by position. */
export function toStream(data: unknown): string {
  const list: unknown[] = []
  const put = (value: unknown): number => {
    if (value === null) return -5
    const index = list.push(value) - 1
    if (Array.isArray(value)) list[index] = value.map(put)
    else if (typeof value === 'object') {
      list[index] = Object.fromEntries(
        Object.entries(value).map(([name, part]) => [`_${put(name)}`, put(part)]),
      )
    }
    return index
  }
  put(data)
  return `${JSON.stringify(list)}\n`
}
