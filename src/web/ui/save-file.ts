export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

export function saveText(name: string, text: string): void {
  saveFile(name, new Blob([`${text}\n`], { type: 'text/plain;charset=utf-8' }))
}
