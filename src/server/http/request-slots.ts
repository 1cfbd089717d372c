import { Failure } from '../../contract/failure.ts'

/**
 * So many things that one person may have under way at once in this process.
 *
 * @returns takes a place for a key, and gives the function that leaves it again
 */
export function openRequestSlots(most: number, refusal: string): (key: string) => () => void {
  const underWay = new Map<string, number>()
  return (key) => {
    const count = underWay.get(key) ?? 0
    if (count >= most) throw new Failure('too_many_requests', refusal, { retryAfter: 10 })
    underWay.set(key, count + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      const rest = (underWay.get(key) ?? 1) - 1
      if (rest > 0) underWay.set(key, rest)
      else underWay.delete(key)
    }
  }
}
