/** A character that can be seen: no space, zero-width or other invisible character. */
export const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u

/** Trims; empty if nothing is visible. Invisible characters beside others stay, as emoji need them. */
export const trimmed = (text: string) => (visible.test(text) ? text.trim() : '')
