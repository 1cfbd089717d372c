/** Who the visitor said to be, in whichever form came first: nobody should type it twice. */
export type VisitorDetails = { name: string; email: string; company: string }

let known: VisitorDetails = { name: '', email: '', company: '' }

/** Keeps what a form holds now, until the page is left. In the browser only. */
export function rememberVisitor(details: Partial<VisitorDetails>): void {
  known = { ...known, ...details }
}

export function knownVisitor(): VisitorDetails {
  return known
}

export function isVisitorDetail(name: string): name is keyof VisitorDetails {
  return name in known
}
