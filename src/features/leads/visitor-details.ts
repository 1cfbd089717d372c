/** Taken from whichever form is filled in first, so that visitors need not type them twice. */
export type VisitorDetails = { name: string; email: string; company: string }

let remembered: VisitorDetails = { name: '', email: '', company: '' }

/**
 * Remembers the details until the page is left. Browser only, because on the server all visitors
 * would share the value.
 */
export function rememberVisitor(details: Partial<VisitorDetails>): void {
  remembered = { ...remembered, ...details }
}

export function rememberedVisitor(): VisitorDetails {
  return remembered
}

export function isVisitorDetail(name: string): name is keyof VisitorDetails {
  return name in remembered
}
