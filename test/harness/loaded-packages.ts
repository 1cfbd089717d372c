/**
 * Loaded with `--import`. Prints the name of every npm package that a process loads, once, on
 * standard error.
 */

import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'

const named = new Set<string>()

registerHooks({
  load(url, context, next) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
    if (name && !named.has(name)) writeSync(2, `loaded ${name}\n`)
    if (name) named.add(name)
    return next(url, context)
  },
})
