import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The folder of package.json. This module may run from source or from a bundle in build/. */
export const projectRoot = new URL('.', pathToFileURL(findPackageJSON(import.meta.url) ?? ''))
