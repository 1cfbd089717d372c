import { Failure } from '#contract/failure.ts'

/** @returns a function that takes a slot for a key and returns the function that frees it. */
export function openRequestSlots(
  max: number,
  refusal: string,
  retryAfter = 10,
): (key: string) => () => void {
  const underWay = new Map<string, number>()
  return (key) => {
    const count = underWay.get(key) ?? 0
    if (count >= max) throw new Failure('too_many_requests', refusal, { retryAfter })
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
