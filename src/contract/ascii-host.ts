/**
 * Converts the host of a web address to the form in which browsers request it: letters of other
 * alphabets, which may look like those of another name, become punycode. Everything else stays as
 * it is.
 */
export function toAsciiHost(address: string): string {
  const [start = '', scheme = '', typed = ''] =
    /^(https?:\/\/)([^/?#\\@]+)(?![^/?#\\]*@)/i.exec(address) ?? []
  if (!typed || !URL.canParse(address)) return address
  const { host, hostname } = new URL(address)
  const isSame = typed.toLowerCase().replace(/:\d*$/, '') === hostname
  return isSame ? address : scheme + host + address.slice(start.length)
}
