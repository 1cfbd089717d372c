import { existsSync } from 'node:fs'

/** The folder of package.json above this module, which is a source or part of a bundle in build/. */
function findCheckout(): URL {
  let folder = new URL('.', import.meta.url)
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder)
    if (above.href === folder.href) throw new Error('package.json is missing')
    folder = above
  }
  return folder
}

/** Where the product lies; its files are named from here. */
export const projectRoot = findCheckout()
