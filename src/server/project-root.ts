import { existsSync } from 'node:fs'

/** Folder of package.json above this module, which runs from source or from a bundle in build/. */
function findCheckout(): URL {
  let folder = new URL('.', import.meta.url)
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder)
    if (above.href === folder.href) throw new Error('package.json is missing')
    folder = above
  }
  return folder
}

export const projectRoot = findCheckout()
