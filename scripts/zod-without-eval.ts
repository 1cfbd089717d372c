import type { Plugin } from 'vite'

/**
 * zod compiles its checks with `new Function`, and probes whether it may. The content security
 * policy of our pages refuses and reports that, so in the browser this setting turns it off, at the
 * end of the module that defines zod's settings and so before every schema.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zod-without-eval',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/node_modules\/zod\/v4\/core\/core\.js$/ },
      handler: (code) => ({ code: `${code}\nconfig({ jitless: true })\n`, map: null }),
    },
  }
}
