const names: Record<string, string> = {
  amp: '&',
  commat: '@',
  period: '.',
  plus: '+',
  lowbar: '_',
  dash: '-',
  hyphen: '-',
}

/** Texts are encoded in a text that is encoded, but not without end. */
const maxLayers = 3

const bytes = (run: string) => Buffer.from(run.replace(/%/g, ''), 'hex').toString()

/** Percent-encoding, escapes of JSON and scripts, and references of HTML. */
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

/** Of quoted-printable the signs alone: `=ad` in a form is no letter. */
const decodeSigns = (text: string) =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=(2[\da-f]|3[df]|40|5[ef]|60|7[b-e])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )

/** Whether a text has one of the addresses, which are lower-cased, in any case and encoding. */
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
