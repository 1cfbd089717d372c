/** Matches a visible character: neither a space nor a zero-width or other invisible character. */
export const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u

/**
 * Trims a text; empty if nothing is visible. Other invisible characters stay, because emoji need
 * them.
 */
export const trimmed = (text: string) => (visible.test(text) ? text.trim() : '')
