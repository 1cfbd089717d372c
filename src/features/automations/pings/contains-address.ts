const names: Record<string, string> = {
  amp: '&',
  commat: '@',
  period: '.',
  plus: '+',
  lowbar: '_',
  dash: '-',
  hyphen: '-',
}

/** The number of nested encodings that are decoded. */
const maxLayers = 3

const bytes = (run: string) => Buffer.from(run.replace(/%/g, ''), 'hex').toString()

/** Decodes percent-encoding, JSON and script escapes, and HTML references. */
const decodeOnce = (text: string) =>
  text
    .replace(/(?:%[\da-f]{2})+/gi, bytes)
    .replace(
      /\\(?:u([\da-f]{4})|x([\da-f]{2})|([\\"/]))/gi,
      (_, u: string | undefined, x: string | undefined, plain: string | undefined) =>
        plain ?? String.fromCharCode(Number.parseInt(u ?? x ?? '', 16)),
    )
    .replace(
      /&#(?:x([\da-f]{1,8})|(\d{1,8}));?/gi,
      (all, hex: string | undefined, decimal: string) => {
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
        return code <= 0x10ffff ? String.fromCodePoint(code) : all
      },
    )
    .replace(/&([a-z]{3,6});/gi, (all, name: string) => names[name.toLowerCase()] ?? all)

/**
 * Decodes only the special characters of quoted-printable, because `=ad` in a form is no letter.
 */
const decodeSigns = (text: string) =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=(2[\da-f]|3[df]|40|5[ef]|60|7[b-e])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )

/** Whether a text contains one of the lower-case addresses, in any case and encoding. */
export function containsAddress(text: string, addresses: readonly string[]): boolean {
  const has = (form: string) => addresses.some((one) => form.toLowerCase().includes(one))
  let form = text
  for (let layer = 0; layer <= maxLayers; layer++) {
    if (has(form) || has(decodeSigns(form))) return true
    const next = decodeOnce(form)
    if (next === form) return false
    form = next
  }
  return false
}
