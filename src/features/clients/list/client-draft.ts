/** Draft key of a client's form. Without an id, it is that of the form for a new client. */
export const clientDraft = (id = 'new') => `client ${id}`
