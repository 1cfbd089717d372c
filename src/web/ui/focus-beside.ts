/**
 * Moves the focus from a row that is about to go to the one after or before it, or else to the first
 * control of the part around the list.
 */
export function focusBeside(control: HTMLElement): void {
  const row = control.closest('li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const part = control.closest('section, form, [role="dialog"]')
  const next = beside?.querySelector('button') ?? part?.querySelector('button, textarea')
  if (next instanceof HTMLElement) next.focus()
}
