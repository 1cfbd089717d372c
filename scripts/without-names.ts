import type { Plugin } from 'vite'

/** The helper of esbuild's `keepNames`, and the statements that call it. */
const helper = /^var __name = \(target, value\) => .*;$/m
const calls = /^__name\([\w$]+, "[^"]*"\);$/gm

export function withoutNameCalls(code: string): string {
  return code.replace(calls, '').replace(helper, 'const __name = (named) => named;')
}

/** Removes the names of functions that Radix's packages keep for stack traces. */
export function withoutNames(): Plugin {
  return {
    name: 'without-names',
    apply: 'build',
    transform: {
      filter: { id: /\/@radix-ui\/[\w-]+\/dist\/index\.mjs$/ },
      handler: (code) => ({ code: withoutNameCalls(code), map: null }),
    },
  }
}
