/** In characters. */
export const maxPhoneLength = 30

/** The form has no room for other text, because mails to unverified addresses quote the number. */
export const phoneForm = /^[\d ()+\-./x]*$/

export const notAPhoneNumber = 'Use only digits, spaces and + ( ) - . / x'
