/** Characters. */
export const maxPhoneLength = 30

/** Says nothing but a number: mails to addresses that nobody checked name it. */
export const phoneForm = /^[\d ()+\-./x]*$/

export const notAPhoneNumber = 'Use only digits, spaces and + ( ) - . / x'
