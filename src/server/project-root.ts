import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Folder of package.json; this module runs from source or from a bundle in build/. */
export const projectRoot = new URL('.', pathToFileURL(findPackageJSON(import.meta.url) ?? ''))
