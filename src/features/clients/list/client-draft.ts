/** Draft key of a client's form; without an id, of the form for a new client. */
export const clientDraft = (id = 'new') => `client ${id}`
