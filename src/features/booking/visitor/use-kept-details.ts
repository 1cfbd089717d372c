import { type RefObject, useEffect } from 'react'
import { tabStorage } from '#web/storage.ts'

const key = 'call-details'
const names = ['name', 'email', 'phone', 'note'] as const

type Kept = Partial<Record<(typeof names)[number], string>>

const fieldsOf = (form: HTMLFormElement) =>
  names.flatMap((name) => {
    const field = form.elements.namedItem(name)
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    return isText ? [{ name, field }] : []
  })

/**
 * Keeps typed details in the tab until a call is booked, so that another time can be chosen.
 *
 * @returns the handler that stores them.
 */
export function useKeptDetails(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    if (!form.current) return
    const kept = tabStorage.readJson<Kept>(key) ?? {}
    for (const { name, field } of fieldsOf(form.current)) {
      const value = kept[name]
      if (typeof value === 'string' && !field.value) field.value = value
    }
  }, [form])
  return () => {
    if (!form.current) return
    const typed = fieldsOf(form.current).map(({ name, field }) => [name, field.value])
    tabStorage.writeJson(key, Object.fromEntries(typed))
  }
}

export const forgetDetails = () => tabStorage.write(key, null)
