/**
 * A web address whose host is as browsers ask for it: letters of other alphabets, which may look like
 * those of another name, become punycode. All else stays as it is.
 */
export function toAsciiHost(address: string): string {
  const [start = '', scheme = '', typed = ''] =
    /^(https?:\/\/)([^/?#\\@]+)(?![^/?#\\]*@)/i.exec(address) ?? []
  if (!typed || !URL.canParse(address)) return address
  const { host, hostname } = new URL(address)
  const isSame = typed.toLowerCase().replace(/:\d*$/, '') === hostname
  return isSame ? address : scheme + host + address.slice(start.length)
}
